//! Contact data of people, and people by their contact data.

crate::endpoint::endpoints! {
    email: FindEmail;
    personal_email: FindPersonalEmail;
    phone: FindPhone;
    reverse_email: ReverseEmail;
    reverse_phone: ReversePhone;
    ad_audience: AdAudience;
}
