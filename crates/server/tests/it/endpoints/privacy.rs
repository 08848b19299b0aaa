//! People who must not be kept: erased without a trace, kept out, silent at every exit, and asked for by anyone.

mod customers_words;
mod exits;
mod requests;
mod suppressions;
mod unasked;
mod without_a_trace;
