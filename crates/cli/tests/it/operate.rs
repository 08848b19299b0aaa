//! Commands about accounts and credits, people's data, and the data folder.

mod accounts;
mod backup;
mod calibrate;
mod config;
mod doctor;
mod documents;
mod erase;
mod installation;
mod money;
mod review;
