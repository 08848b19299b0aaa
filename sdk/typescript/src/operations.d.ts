// Written by sdk/generate from the OpenAPI document. Change the API or the generator.

import type { BulkJob, CallOptions, LiveSignal } from './index.js';
import type * as m from './models.js';

/** The calls of the API, in the tree of names that their paths are. */
export interface Operations {
  /**
   * A profile URL, email, phone, or name and company gives a person.
   *
   * `POST /v1/enrich`. Price: 1 cr when resolved. Needs a key with the scope `spend`.
   */
  readonly enrich: {
    (input?: m.EnrichRequest, options?: CallOptions): Promise<m.EnrichAnswer>;
    /** What the call would cost, at most and as estimated. Charges nothing. */
    quote(input?: m.EnrichRequest, options?: CallOptions): Promise<m.PricePreview>;
  };
  /**
   * A domain, professional-network page, register identifier or name gives a company.
   *
   * `POST /v1/companies`. Price: 1 cr when resolved. Needs a key with the scope `spend`.
   */
  readonly companies: {
    (input?: m.CompaniesRequest, options?: CallOptions): Promise<m.CompaniesAnswer>;
    /** What the call would cost, at most and as estimated. Charges nothing. */
    quote(input?: m.CompaniesRequest, options?: CallOptions): Promise<m.PricePreview>;
    /**
     * Companies whose name or domain begins with what was typed.
     *
     * `GET /v1/companies/suggest`. Price: free. Needs a key with the scope `read`.
     */
    readonly suggest: {
      (input: m.SuggestCompaniesQuery, options?: CallOptions): Promise<m.SuggestAnswer>;
      /** One answer after the other, until the last page. */
      pages(input: m.SuggestCompaniesQuery, options?: CallOptions): AsyncGenerator<m.SuggestAnswer, void, undefined>;
      /** One result after the other, over all pages. A page is asked for when it is reached. */
      iterate(input: m.SuggestCompaniesQuery, options?: CallOptions): AsyncGenerator<m.SuggestedCompany, void, undefined>;
    };
  };
  /**
   * Whether mail to an address arrives, asked of its mail server.
   *
   * `POST /v1/verify-email`. Price: 0.5 cr when resolved. Needs a key with the scope `spend`.
   */
  readonly verifyEmail: {
    (input: m.VerifyEmailRequest, options?: CallOptions): Promise<m.VerifyEmailAnswer>;
    /** What the call would cost, at most and as estimated. Charges nothing. */
    quote(input: m.VerifyEmailRequest, options?: CallOptions): Promise<m.PricePreview>;
  };
  /**
   * A profile, or a name and a company's domain, gives a business email that is proven to work.
   *
   * `POST /v1/find-email`. Price: 2 cr when resolved. Needs a key with the scope `spend`.
   */
  readonly findEmail: {
    (input?: m.FindEmailRequest, options?: CallOptions): Promise<m.FindEmailAnswer>;
    /** What the call would cost, at most and as estimated. Charges nothing. */
    quote(input?: m.FindEmailRequest, options?: CallOptions): Promise<m.PricePreview>;
  };
  /**
   * A person's email at a free mail provider that is proven to work.
   *
   * `POST /v1/find-personal-email`. Price: 2 cr when resolved. Needs a key with the scope `spend`.
   */
  readonly findPersonalEmail: {
    (input?: m.FindPersonalEmailRequest, options?: CallOptions): Promise<m.FindEmailAnswer>;
    /** What the call would cost, at most and as estimated. Charges nothing. */
    quote(input?: m.FindPersonalEmailRequest, options?: CallOptions): Promise<m.PricePreview>;
  };
  /**
   * A name and a company's domain, or a person's id, give the person's mobile.
   *
   * `POST /v1/find-phone`. Price: 12 cr when resolved. Needs a key with the scope `spend`.
   */
  readonly findPhone: {
    (input?: m.FindPhoneRequest, options?: CallOptions): Promise<m.FindPhoneAnswer>;
    /** What the call would cost, at most and as estimated. Charges nothing. */
    quote(input?: m.FindPhoneRequest, options?: CallOptions): Promise<m.PricePreview>;
  };
  /**
   * An email gives the person behind it, with profile and company.
   *
   * `POST /v1/reverse-email`. Price: 1 cr when resolved. Needs a key with the scope `spend`.
   */
  readonly reverseEmail: {
    (input: m.ReverseEmailRequest, options?: CallOptions): Promise<m.EnrichAnswer>;
    /** What the call would cost, at most and as estimated. Charges nothing. */
    quote(input: m.ReverseEmailRequest, options?: CallOptions): Promise<m.PricePreview>;
  };
  /**
   * A phone number gives the person behind it, with profile and company.
   *
   * `POST /v1/reverse-phone`. Price: 2 cr when resolved. Needs a key with the scope `spend`.
   */
  readonly reversePhone: {
    (input: m.ReversePhoneRequest, options?: CallOptions): Promise<m.EnrichAnswer>;
    /** What the call would cost, at most and as estimated. Charges nothing. */
    quote(input: m.ReversePhoneRequest, options?: CallOptions): Promise<m.PricePreview>;
  };
  /**
   * Hashes emails for ad-platform audiences and says how many are known.
   *
   * `POST /v1/ad-audience`. Price: 0.1 cr per item resolved. Needs a key with the scope `spend`.
   */
  readonly adAudience: {
    (input: m.AdAudienceRequest, options?: CallOptions): Promise<m.AdAudienceAnswer>;
    /** What the call would cost, at most and as estimated. Charges nothing. */
    quote(input: m.AdAudienceRequest, options?: CallOptions): Promise<m.PricePreview>;
  };
  readonly search: {
    /**
     * People by title, seniority, department, skills, industry, place, employer and more.
     *
     * `POST /v1/search/people`. Price: 1 cr, and 1 cr per result. Needs a key with the scope `spend`.
     */
    readonly people: {
      (input?: m.SearchPeopleRequest, options?: CallOptions): Promise<m.PersonSearchAnswer>;
      /** What the call would cost, at most and as estimated. Charges nothing. */
      quote(input?: m.SearchPeopleRequest, options?: CallOptions): Promise<m.PersonSearchPreview>;
      /** One answer after the other, until the last page. */
      pages(input?: m.SearchPeopleRequest, options?: CallOptions): AsyncGenerator<m.PersonSearchAnswer, void, undefined>;
      /** One result after the other, over all pages. A page is asked for, and charged, when it is reached. */
      iterate(input?: m.SearchPeopleRequest, options?: CallOptions): AsyncGenerator<m.Person, void, undefined>;
    };
    /**
     * Companies by industry, technology, size, funding, place, hiring and more.
     *
     * `POST /v1/search/companies`. Price: 1 cr, and 0.5 cr per result. Needs a key with the scope `spend`.
     */
    readonly companies: {
      (input?: m.SearchCompanyFiltersRequest, options?: CallOptions): Promise<m.CompanySearchAnswer>;
      /** What the call would cost, at most and as estimated. Charges nothing. */
      quote(input?: m.SearchCompanyFiltersRequest, options?: CallOptions): Promise<m.CompanySearchPreview>;
      /** One answer after the other, until the last page. */
      pages(input?: m.SearchCompanyFiltersRequest, options?: CallOptions): AsyncGenerator<m.CompanySearchAnswer, void, undefined>;
      /** One result after the other, over all pages. A page is asked for, and charged, when it is reached. */
      iterate(input?: m.SearchCompanyFiltersRequest, options?: CallOptions): AsyncGenerator<m.Company, void, undefined>;
    };
  };
  /**
   * Funding, acquisitions, hiring, promotions, job or company changes, newest first; live with Accept:
   * text/event-stream.
   *
   * `GET /v1/signals`. Price: free. Needs a key with the scope `read`.
   */
  readonly signals: {
    (input: m.SignalsQuery, options?: CallOptions): Promise<m.SignalsAnswer>;
    /** One answer after the other, until the last page. */
    pages(input: m.SignalsQuery, options?: CallOptions): AsyncGenerator<m.SignalsAnswer, void, undefined>;
    /** One result after the other, over all pages. A page is asked for when it is reached. */
    iterate(input: m.SignalsQuery, options?: CallOptions): AsyncGenerator<m.SignalView, void, undefined>;
    /**
     * Live signals as they become known. A connection that breaks is made again and goes on after the last
     * signal. `lastEventId` goes on after a signal that an earlier stream gave.
     */
    stream(input: m.SignalsQuery, options?: { lastEventId?: string; signal?: AbortSignal }): AsyncGenerator<LiveSignal, void, undefined>;
  };
  /**
   * The three people at a company who most likely decide on a role's matters, with the score explained.
   *
   * `POST /v1/find-decision-maker`. Price: 4 cr per item resolved. Needs a key with the scope `spend`.
   */
  readonly findDecisionMaker: {
    (input: m.FindDecisionMakerRequest, options?: CallOptions): Promise<m.FindDecisionMakerAnswer>;
    /** What the call would cost, at most and as estimated. Charges nothing. */
    quote(input: m.FindDecisionMakerRequest, options?: CallOptions): Promise<m.PricePreview>;
  };
  /**
   * Who decides, who advises and who uses at a company, by the kind of deal.
   *
   * `POST /v1/buying-committee`. Price: 3 cr per item resolved. Needs a key with the scope `spend`.
   */
  readonly buyingCommittee: {
    (input: m.BuyingCommitteeRequest, options?: CallOptions): Promise<m.BuyingCommitteeAnswer>;
    /** What the call would cost, at most and as estimated. Charges nothing. */
    quote(input: m.BuyingCommitteeRequest, options?: CallOptions): Promise<m.PricePreview>;
  };
  /**
   * A person with email and phone, three peers, and four first lines made from facts.
   *
   * `POST /v1/prospect-package`. Price: 12 cr when resolved. Needs a key with the scope `spend`.
   */
  readonly prospectPackage: {
    (input?: m.ProspectPackageRequest, options?: CallOptions): Promise<m.ProspectPackageAnswer>;
    /** What the call would cost, at most and as estimated. Charges nothing. */
    quote(input?: m.ProspectPackageRequest, options?: CallOptions): Promise<m.PricePreview>;
  };
  /**
   * People who changed jobs, with the text of their post and a first line to send.
   *
   * `POST /v1/congrats-trigger`. Price: 2 cr per item resolved. Needs a key with the scope `spend`.
   */
  readonly congratsTrigger: {
    (input?: m.CongratsTriggerRequest, options?: CallOptions): Promise<m.CongratulationList>;
    /** What the call would cost, at most and as estimated. Charges nothing. */
    quote(input?: m.CongratsTriggerRequest, options?: CallOptions): Promise<m.PricePreview>;
    /** One answer after the other, until the last page. */
    pages(input?: m.CongratsTriggerRequest, options?: CallOptions): AsyncGenerator<m.CongratulationList, void, undefined>;
    /** One result after the other, over all pages. A page is asked for, and charged, when it is reached. */
    iterate(input?: m.CongratsTriggerRequest, options?: CallOptions): AsyncGenerator<m.Congratulation, void, undefined>;
  };
  /**
   * Job changes as they become known, with the names that the free feed masks.
   *
   * `POST /v1/job-change-radar`. Price: 2 cr per item resolved. Needs a key with the scope `spend`.
   */
  readonly jobChangeRadar: {
    (input?: m.JobChangeRadarRequest, options?: CallOptions): Promise<m.UnmaskedMoveList>;
    /** What the call would cost, at most and as estimated. Charges nothing. */
    quote(input?: m.JobChangeRadarRequest, options?: CallOptions): Promise<m.PricePreview>;
    /** One answer after the other, until the last page. */
    pages(input?: m.JobChangeRadarRequest, options?: CallOptions): AsyncGenerator<m.UnmaskedMoveList, void, undefined>;
    /** One result after the other, over all pages. A page is asked for, and charged, when it is reached. */
    iterate(input?: m.JobChangeRadarRequest, options?: CallOptions): AsyncGenerator<m.UnmaskedMove, void, undefined>;
  };
  /**
   * Companies that raised money lately, each with the person who decides there.
   *
   * `POST /v1/funding-radar`. Price: 3 cr per item resolved. Needs a key with the scope `spend`.
   */
  readonly fundingRadar: {
    (input?: m.FundingRadarRequest, options?: CallOptions): Promise<m.FundedAccountList>;
    /** What the call would cost, at most and as estimated. Charges nothing. */
    quote(input?: m.FundingRadarRequest, options?: CallOptions): Promise<m.PricePreview>;
    /** One answer after the other, until the last page. */
    pages(input?: m.FundingRadarRequest, options?: CallOptions): AsyncGenerator<m.FundedAccountList, void, undefined>;
    /** One result after the other, over all pages. A page is asked for, and charged, when it is reached. */
    iterate(input?: m.FundingRadarRequest, options?: CallOptions): AsyncGenerator<m.FundedAccount, void, undefined>;
  };
  /**
   * Companies that raised money lately and are hiring, each with the person who decides there.
   *
   * `POST /v1/funded-and-hiring`. Price: 10 cr per item resolved. Needs a key with the scope `spend`.
   */
  readonly fundedAndHiring: {
    (input?: m.FundedAndHiringRequest, options?: CallOptions): Promise<m.FundedAndHiringAccountList>;
    /** What the call would cost, at most and as estimated. Charges nothing. */
    quote(input?: m.FundedAndHiringRequest, options?: CallOptions): Promise<m.PricePreview>;
    /** One answer after the other, until the last page. */
    pages(input?: m.FundedAndHiringRequest, options?: CallOptions): AsyncGenerator<m.FundedAndHiringAccountList, void, undefined>;
    /** One result after the other, over all pages. A page is asked for, and charged, when it is reached. */
    iterate(input?: m.FundedAndHiringRequest, options?: CallOptions): AsyncGenerator<m.FundedAndHiringAccount, void, undefined>;
  };
  /**
   * Companies that are hiring for a title or department, each with the person who owns that budget.
   *
   * `POST /v1/hiring-intent`. Price: 8 cr per item resolved. Needs a key with the scope `spend`.
   */
  readonly hiringIntent: {
    (input?: m.HiringIntentRequest, options?: CallOptions): Promise<m.HiringAccountList>;
    /** What the call would cost, at most and as estimated. Charges nothing. */
    quote(input?: m.HiringIntentRequest, options?: CallOptions): Promise<m.PricePreview>;
    /** One answer after the other, until the last page. */
    pages(input?: m.HiringIntentRequest, options?: CallOptions): AsyncGenerator<m.HiringAccountList, void, undefined>;
    /** One result after the other, over all pages. A page is asked for, and charged, when it is reached. */
    iterate(input?: m.HiringIntentRequest, options?: CallOptions): AsyncGenerator<m.HiringAccount, void, undefined>;
  };
  /**
   * Companies that use a technology, each with the person who decides there.
   *
   * `POST /v1/tech-stack-targets`. Price: 4 cr per item resolved. Needs a key with the scope `spend`.
   */
  readonly techStackTargets: {
    (input?: m.TechStackTargetsRequest, options?: CallOptions): Promise<m.TechAccountList>;
    /** What the call would cost, at most and as estimated. Charges nothing. */
    quote(input?: m.TechStackTargetsRequest, options?: CallOptions): Promise<m.PricePreview>;
    /** One answer after the other, until the last page. */
    pages(input?: m.TechStackTargetsRequest, options?: CallOptions): AsyncGenerator<m.TechAccountList, void, undefined>;
    /** One result after the other, over all pages. A page is asked for, and charged, when it is reached. */
    iterate(input?: m.TechStackTargetsRequest, options?: CallOptions): AsyncGenerator<m.TechAccount, void, undefined>;
  };
  /**
   * Companies like up to five others, with what they have in common.
   *
   * `POST /v1/lookalike-accounts`. Price: 0.6 cr per item resolved. Needs a key with the scope `spend`.
   */
  readonly lookalikeAccounts: {
    (input?: m.LookalikeAccountsRequest, options?: CallOptions): Promise<m.LookalikeList>;
    /** What the call would cost, at most and as estimated. Charges nothing. */
    quote(input?: m.LookalikeAccountsRequest, options?: CallOptions): Promise<m.PricePreview>;
    /** One answer after the other, until the last page. */
    pages(input?: m.LookalikeAccountsRequest, options?: CallOptions): AsyncGenerator<m.LookalikeList, void, undefined>;
    /** One result after the other, over all pages. A page is asked for, and charged, when it is reached. */
    iterate(input?: m.LookalikeAccountsRequest, options?: CallOptions): AsyncGenerator<m.Lookalike, void, undefined>;
  };
  /**
   * People like one person, at other companies, with what they have in common.
   *
   * `POST /v1/find-similar-people`. Price: 1 cr and 0.8 cr per result, when any is found. Needs a key with
   * the scope `spend`.
   */
  readonly findSimilarPeople: {
    (input?: m.FindSimilarPeopleRequest, options?: CallOptions): Promise<m.SimilarPersonList>;
    /** What the call would cost, at most and as estimated. Charges nothing. */
    quote(input?: m.FindSimilarPeopleRequest, options?: CallOptions): Promise<m.PricePreview>;
    /** One answer after the other, until the last page. */
    pages(input?: m.FindSimilarPeopleRequest, options?: CallOptions): AsyncGenerator<m.SimilarPersonList, void, undefined>;
    /** One result after the other, over all pages. A page is asked for, and charged, when it is reached. */
    iterate(input?: m.FindSimilarPeopleRequest, options?: CallOptions): AsyncGenerator<m.SimilarPerson, void, undefined>;
  };
  /**
   * Which of your contacts have changed companies, and where they are now.
   *
   * `POST /v1/champion-just-moved`. Price: 2 cr per item resolved. Needs a key with the scope `spend`.
   */
  readonly championJustMoved: {
    (input: m.ChampionJustMovedRequest, options?: CallOptions): Promise<m.MovedChampionList>;
    /** What the call would cost, at most and as estimated. Charges nothing. */
    quote(input: m.ChampionJustMovedRequest, options?: CallOptions): Promise<m.PricePreview>;
    /** One answer after the other, until the last page. */
    pages(input: m.ChampionJustMovedRequest, options?: CallOptions): AsyncGenerator<m.MovedChampionList, void, undefined>;
    /** One result after the other, over all pages. A page is asked for, and charged, when it is reached. */
    iterate(input: m.ChampionJustMovedRequest, options?: CallOptions): AsyncGenerator<m.MovedChampion, void, undefined>;
  };
  /**
   * Open positions with fewer than 25 applicants.
   *
   * `POST /v1/low-competition-hires`. Price: 1 cr per item resolved. Needs a key with the scope `spend`.
   */
  readonly lowCompetitionHires: {
    (input?: m.LowCompetitionHiresRequest, options?: CallOptions): Promise<m.LowCompetitionJobList>;
    /** What the call would cost, at most and as estimated. Charges nothing. */
    quote(input?: m.LowCompetitionHiresRequest, options?: CallOptions): Promise<m.PricePreview>;
    /** One answer after the other, until the last page. */
    pages(input?: m.LowCompetitionHiresRequest, options?: CallOptions): AsyncGenerator<m.LowCompetitionJobList, void, undefined>;
    /** One result after the other, over all pages. A page is asked for, and charged, when it is reached. */
    iterate(input?: m.LowCompetitionHiresRequest, options?: CallOptions): AsyncGenerator<m.LowCompetitionJob, void, undefined>;
  };
  /**
   * Small businesses by industry, city and size, with the owner's mobile or email.
   *
   * `POST /v1/local-business-owners`. Price: 3 cr per item resolved. Needs a key with the scope `spend`.
   */
  readonly localBusinessOwners: {
    (input?: m.LocalBusinessOwnersRequest, options?: CallOptions): Promise<m.OwnedBusinessList>;
    /** What the call would cost, at most and as estimated. Charges nothing. */
    quote(input?: m.LocalBusinessOwnersRequest, options?: CallOptions): Promise<m.PricePreview>;
    /** One answer after the other, until the last page. */
    pages(input?: m.LocalBusinessOwnersRequest, options?: CallOptions): AsyncGenerator<m.OwnedBusinessList, void, undefined>;
    /** One result after the other, over all pages. A page is asked for, and charged, when it is reached. */
    iterate(input?: m.LocalBusinessOwnersRequest, options?: CallOptions): AsyncGenerator<m.OwnedBusiness, void, undefined>;
  };
  /**
   * Small businesses funded within the last 30 days, with the owner's mobile or email.
   *
   * `POST /v1/just-funded-smb-leaders`. Price: 6 cr per item resolved. Needs a key with the scope `spend`.
   */
  readonly justFundedSmbLeaders: {
    (input?: m.JustFundedSmbLeadersRequest, options?: CallOptions): Promise<m.FundedBusinessList>;
    /** What the call would cost, at most and as estimated. Charges nothing. */
    quote(input?: m.JustFundedSmbLeadersRequest, options?: CallOptions): Promise<m.PricePreview>;
    /** One answer after the other, until the last page. */
    pages(input?: m.JustFundedSmbLeadersRequest, options?: CallOptions): AsyncGenerator<m.FundedBusinessList, void, undefined>;
    /** One result after the other, over all pages. A page is asked for, and charged, when it is reached. */
    iterate(input?: m.JustFundedSmbLeadersRequest, options?: CallOptions): AsyncGenerator<m.FundedBusiness, void, undefined>;
  };
  /**
   * People who left a company within the last 30 days, with a verified way to reach them.
   *
   * `POST /v1/competitor-talent-leaving`. Price: 3 cr per item resolved. Needs a key with the scope
   * `spend`.
   */
  readonly competitorTalentLeaving: {
    (input?: m.CompetitorTalentLeavingRequest, options?: CallOptions): Promise<m.DepartedTalentList>;
    /** What the call would cost, at most and as estimated. Charges nothing. */
    quote(input?: m.CompetitorTalentLeavingRequest, options?: CallOptions): Promise<m.PricePreview>;
    /** One answer after the other, until the last page. */
    pages(input?: m.CompetitorTalentLeavingRequest, options?: CallOptions): AsyncGenerator<m.DepartedTalentList, void, undefined>;
    /** One result after the other, over all pages. A page is asked for, and charged, when it is reached. */
    iterate(input?: m.CompetitorTalentLeavingRequest, options?: CallOptions): AsyncGenerator<m.DepartedTalent, void, undefined>;
  };
  /**
   * Which of your contacts were promoted at their company within the last 90 days.
   *
   * `POST /v1/silent-promoter-radar`. Price: 2 cr per item resolved. Needs a key with the scope `spend`.
   */
  readonly silentPromoterRadar: {
    (input: m.SilentPromoterRadarRequest, options?: CallOptions): Promise<m.PromotedList>;
    /** What the call would cost, at most and as estimated. Charges nothing. */
    quote(input: m.SilentPromoterRadarRequest, options?: CallOptions): Promise<m.PricePreview>;
    /** One answer after the other, until the last page. */
    pages(input: m.SilentPromoterRadarRequest, options?: CallOptions): AsyncGenerator<m.PromotedList, void, undefined>;
    /** One result after the other, over all pages. A page is asked for, and charged, when it is reached. */
    iterate(input: m.SilentPromoterRadarRequest, options?: CallOptions): AsyncGenerator<m.Promoted, void, undefined>;
  };
  /**
   * Companies with five or more positions in one department posted this quarter, with the budget's owner.
   *
   * `POST /v1/hiring-velocity`. Price: 5 cr per item resolved. Needs a key with the scope `spend`.
   */
  readonly hiringVelocity: {
    (input?: m.HiringVelocityRequest, options?: CallOptions): Promise<m.FastHiringAccountList>;
    /** What the call would cost, at most and as estimated. Charges nothing. */
    quote(input?: m.HiringVelocityRequest, options?: CallOptions): Promise<m.PricePreview>;
    /** One answer after the other, until the last page. */
    pages(input?: m.HiringVelocityRequest, options?: CallOptions): AsyncGenerator<m.FastHiringAccountList, void, undefined>;
    /** One result after the other, over all pages. A page is asked for, and charged, when it is reached. */
    iterate(input?: m.HiringVelocityRequest, options?: CallOptions): AsyncGenerator<m.FastHiringAccount, void, undefined>;
  };
  /**
   * Companies bought within the last 30 days, with the person who decides at the buyer.
   *
   * `POST /v1/just-acquired-buyers`. Price: 4 cr per item resolved. Needs a key with the scope `spend`.
   */
  readonly justAcquiredBuyers: {
    (input?: m.JustAcquiredBuyersRequest, options?: CallOptions): Promise<m.AcquiredAccountList>;
    /** What the call would cost, at most and as estimated. Charges nothing. */
    quote(input?: m.JustAcquiredBuyersRequest, options?: CallOptions): Promise<m.PricePreview>;
    /** One answer after the other, until the last page. */
    pages(input?: m.JustAcquiredBuyersRequest, options?: CallOptions): AsyncGenerator<m.AcquiredAccountList, void, undefined>;
    /** One result after the other, over all pages. A page is asked for, and charged, when it is reached. */
    iterate(input?: m.JustAcquiredBuyersRequest, options?: CallOptions): AsyncGenerator<m.AcquiredAccount, void, undefined>;
  };
  /**
   * Companies funded 6 to 18 months ago that are hiring, with the person who decides there.
   *
   * `POST /v1/buyer-budget-window`. Price: 6 cr per item resolved. Needs a key with the scope `spend`.
   */
  readonly buyerBudgetWindow: {
    (input?: m.BuyerBudgetWindowRequest, options?: CallOptions): Promise<m.BudgetAccountList>;
    /** What the call would cost, at most and as estimated. Charges nothing. */
    quote(input?: m.BuyerBudgetWindowRequest, options?: CallOptions): Promise<m.PricePreview>;
    /** One answer after the other, until the last page. */
    pages(input?: m.BuyerBudgetWindowRequest, options?: CallOptions): AsyncGenerator<m.BudgetAccountList, void, undefined>;
    /** One result after the other, over all pages. A page is asked for, and charged, when it is reached. */
    iterate(input?: m.BuyerBudgetWindowRequest, options?: CallOptions): AsyncGenerator<m.BudgetAccount, void, undefined>;
  };
  /**
   * A person's mobile, asked of one source after the other, with what each said.
   *
   * `POST /v1/multi-source-phone`. Price: 14 cr per item resolved. Needs a key with the scope `spend`.
   */
  readonly multiSourcePhone: {
    (input?: m.MultiSourcePhoneRequest, options?: CallOptions): Promise<m.MultiSourcePhoneAnswer>;
    /** What the call would cost, at most and as estimated. Charges nothing. */
    quote(input?: m.MultiSourcePhoneRequest, options?: CallOptions): Promise<m.PricePreview>;
  };
  /**
   * Owner, manager, dispatcher and operations lead of a small business.
   *
   * `POST /v1/smb-buying-committee`. Price: 4 cr per item resolved. Needs a key with the scope `spend`.
   */
  readonly smbBuyingCommittee: {
    (input?: m.SmbBuyingCommitteeRequest, options?: CallOptions): Promise<m.SmbBuyingCommitteeAnswer>;
    /** What the call would cost, at most and as estimated. Charges nothing. */
    quote(input?: m.SmbBuyingCommitteeRequest, options?: CallOptions): Promise<m.PricePreview>;
  };
  /**
   * Companies that raised money lately and use a technology, with the person who decides there.
   *
   * `POST /v1/funded-and-using-tech`. Price: 7 cr per item resolved. Needs a key with the scope `spend`.
   */
  readonly fundedAndUsingTech: {
    (input?: m.FundedAndUsingTechRequest, options?: CallOptions): Promise<m.FundedTechAccountList>;
    /** What the call would cost, at most and as estimated. Charges nothing. */
    quote(input?: m.FundedAndUsingTechRequest, options?: CallOptions): Promise<m.PricePreview>;
    /** One answer after the other, until the last page. */
    pages(input?: m.FundedAndUsingTechRequest, options?: CallOptions): AsyncGenerator<m.FundedTechAccountList, void, undefined>;
    /** One result after the other, over all pages. A page is asked for, and charged, when it is reached. */
    iterate(input?: m.FundedAndUsingTechRequest, options?: CallOptions): AsyncGenerator<m.FundedTechAccount, void, undefined>;
  };
  /**
   * Which of your champions changed jobs or titles, or suddenly engage far more.
   *
   * `POST /v1/quiet-power-users`. Price: 2 cr per item resolved. Needs a key with the scope `spend`.
   */
  readonly quietPowerUsers: {
    (input: m.QuietPowerUsersRequest, options?: CallOptions): Promise<m.PowerUserList>;
    /** What the call would cost, at most and as estimated. Charges nothing. */
    quote(input: m.QuietPowerUsersRequest, options?: CallOptions): Promise<m.PricePreview>;
    /** One answer after the other, until the last page. */
    pages(input: m.QuietPowerUsersRequest, options?: CallOptions): AsyncGenerator<m.PowerUserList, void, undefined>;
    /** One result after the other, over all pages. A page is asked for, and charged, when it is reached. */
    iterate(input: m.QuietPowerUsersRequest, options?: CallOptions): AsyncGenerator<m.PowerUser, void, undefined>;
  };
  /**
   * Small businesses by yearly revenue, with the owner's mobile or email.
   *
   * `POST /v1/local-service-by-revenue`. Price: 4 cr per item resolved. Needs a key with the scope
   * `spend`.
   */
  readonly localServiceByRevenue: {
    (input?: m.LocalServiceByRevenueRequest, options?: CallOptions): Promise<m.BusinessByRevenueList>;
    /** What the call would cost, at most and as estimated. Charges nothing. */
    quote(input?: m.LocalServiceByRevenueRequest, options?: CallOptions): Promise<m.PricePreview>;
    /** One answer after the other, until the last page. */
    pages(input?: m.LocalServiceByRevenueRequest, options?: CallOptions): AsyncGenerator<m.BusinessByRevenueList, void, undefined>;
    /** One result after the other, over all pages. A page is asked for, and charged, when it is reached. */
    iterate(input?: m.LocalServiceByRevenueRequest, options?: CallOptions): AsyncGenerator<m.BusinessByRevenue, void, undefined>;
  };
  readonly bundles: {
    /**
     * A brief on an account: who decides, who has a say, money, moves and companies like it.
     *
     * `POST /v1/bundles/sales-deck`. Price: 25 cr when resolved. Needs a key with the scope `spend`.
     */
    readonly salesDeck: {
      (input?: m.SalesDeckRequest, options?: CallOptions): Promise<m.SalesDeckAnswer>;
      /** What the call would cost, at most and as estimated. Charges nothing. */
      quote(input?: m.SalesDeckRequest, options?: CallOptions): Promise<m.PricePreview>;
    };
    /**
     * A candidate and eight similar candidates at other companies.
     *
     * `POST /v1/bundles/recruiter-pack`. Price: 30 cr when resolved. Needs a key with the scope `spend`.
     */
    readonly recruiterPack: {
      (input?: m.RecruiterPackRequest, options?: CallOptions): Promise<m.RecruiterPackAnswer>;
      /** What the call would cost, at most and as estimated. Charges nothing. */
      quote(input?: m.RecruiterPackRequest, options?: CallOptions): Promise<m.PricePreview>;
    };
    /**
     * A company with its founders, funding history and technologies.
     *
     * `POST /v1/bundles/founder-research`. Price: 20 cr when resolved. Needs a key with the scope `spend`.
     */
    readonly founderResearch: {
      (input?: m.FounderResearchRequest, options?: CallOptions): Promise<m.FounderResearchAnswer>;
      /** What the call would cost, at most and as estimated. Charges nothing. */
      quote(input?: m.FounderResearchRequest, options?: CallOptions): Promise<m.PricePreview>;
    };
    /**
     * A competitor's leadership, recent moves, technologies and lookalikes.
     *
     * `POST /v1/bundles/competitive-intel`. Price: 25 cr when resolved. Needs a key with the scope
     * `spend`.
     */
    readonly competitiveIntel: {
      (input?: m.CompetitiveIntelRequest, options?: CallOptions): Promise<m.CompetitiveIntelAnswer>;
      /** What the call would cost, at most and as estimated. Charges nothing. */
      quote(input?: m.CompetitiveIntelRequest, options?: CallOptions): Promise<m.PricePreview>;
    };
    /**
     * A person's past and present coworkers by overlapping employment, with ways to be introduced.
     *
     * `POST /v1/bundles/relationship-graph`. Price: 15 cr when resolved. Needs a key with the scope
     * `spend`.
     */
    readonly relationshipGraph: {
      (input?: m.RelationshipGraphRequest, options?: CallOptions): Promise<m.RelationshipGraphAnswer>;
      /** What the call would cost, at most and as estimated. Charges nothing. */
      quote(input?: m.RelationshipGraphRequest, options?: CallOptions): Promise<m.PricePreview>;
    };
  };
  readonly watchLists: {
    /**
     * Lists your watch lists.
     *
     * `GET /v1/watch-lists`. Price: free. Needs a key with the scope `read`.
     */
    readonly list: {
      (input?: m.ListWatchListsQuery, options?: CallOptions): Promise<m.ListWatchListsAnswer>;
      /** One answer after the other, until the last page. */
      pages(input?: m.ListWatchListsQuery, options?: CallOptions): AsyncGenerator<m.ListWatchListsAnswer, void, undefined>;
      /** One result after the other, over all pages. A page is asked for when it is reached. */
      iterate(input?: m.ListWatchListsQuery, options?: CallOptions): AsyncGenerator<m.WatchListView, void, undefined>;
    };
    /**
     * Makes a watch list of profiles or companies.
     *
     * `POST /v1/watch-lists`. Price: free. Needs a key with the scope `read`.
     */
    create(input: m.CreateWatchListRequest, options?: CallOptions): Promise<m.WatchListView>;
    /**
     * A watch list with its entries.
     *
     * `GET /v1/watch-lists/{id}`. Price: free. Needs a key with the scope `read`.
     */
    read(id: string, options?: CallOptions): Promise<m.WatchListAnswer>;
    /**
     * Changes a watch list.
     *
     * `PATCH /v1/watch-lists/{id}`. Price: free. Needs a key with the scope `read`.
     */
    change(id: string, input?: m.ChangeWatchListRequest, options?: CallOptions): Promise<m.WatchListView>;
    /**
     * Deletes a watch list.
     *
     * `DELETE /v1/watch-lists/{id}`. Price: free. Needs a key with the scope `read`.
     */
    delete(id: string, options?: CallOptions): Promise<m.WatchListView>;
    /**
     * What is new about a watch list's entries since its last run, with the people and companies.
     *
     * `POST /v1/watch-lists/{id}/run`. Price: 2 cr per item resolved. Needs a key with the scope `spend`.
     */
    readonly run: {
      (id: string, input?: m.RunWatchListRequest, options?: CallOptions): Promise<m.RunWatchListAnswer>;
      /** What the call would cost, at most and as estimated. Charges nothing. */
      quote(id: string, input?: m.RunWatchListRequest, options?: CallOptions): Promise<m.PricePreview>;
    };
  };
  /**
   * Tells when your contacts engaged with you, for quiet-power-users to measure.
   *
   * `POST /v1/engagement-events`. Price: free. Needs a key with the scope `read`.
   */
  engagementEvents(input: m.EngagementEventsRequest, options?: CallOptions): Promise<m.EngagementEventsAnswer>;
  readonly savedIcps: {
    /**
     * Lists your saved ICPs.
     *
     * `GET /v1/saved-icps`. Price: free. Needs a key with the scope `read`.
     */
    readonly list: {
      (input?: m.ListIcpsQuery, options?: CallOptions): Promise<m.ListIcpsAnswer>;
      /** One answer after the other, until the last page. */
      pages(input?: m.ListIcpsQuery, options?: CallOptions): AsyncGenerator<m.ListIcpsAnswer, void, undefined>;
      /** One result after the other, over all pages. A page is asked for when it is reached. */
      iterate(input?: m.ListIcpsQuery, options?: CallOptions): AsyncGenerator<m.SavedIcpView, void, undefined>;
    };
    /**
     * Saves a filter to run again.
     *
     * `POST /v1/saved-icps`. Price: free. Needs a key with the scope `read`.
     */
    save(input: m.SaveIcpRequest, options?: CallOptions): Promise<m.SavedIcpView>;
    /**
     * A saved ICP.
     *
     * `GET /v1/saved-icps/{id}`. Price: free. Needs a key with the scope `read`.
     */
    read(id: string, options?: CallOptions): Promise<m.SavedIcpView>;
    /**
     * Deletes a saved ICP.
     *
     * `DELETE /v1/saved-icps/{id}`. Price: free. Needs a key with the scope `read`.
     */
    delete(id: string, options?: CallOptions): Promise<m.SavedIcpView>;
    /**
     * Runs a saved ICP again; what an earlier run has answered is not charged again.
     *
     * `POST /v1/saved-icps/{id}/run`. Price: 1 cr, and 0.5 cr per result. Needs a key with the scope
     * `spend`.
     */
    readonly run: {
      (id: string, input?: m.RunIcpRequest, options?: CallOptions): Promise<m.RunIcpAnswer>;
      /** What the call would cost, at most and as estimated. Charges nothing. */
      quote(id: string, input?: m.RunIcpRequest, options?: CallOptions): Promise<m.PricePreview>;
      /** One answer after the other, until the last page. */
      pages(id: string, input?: m.RunIcpRequest, options?: CallOptions): AsyncGenerator<m.RunIcpAnswer, void, undefined>;
      /** One result after the other, over all pages. A page is asked for, and charged, when it is reached. */
      iterate(id: string, input?: m.RunIcpRequest, options?: CallOptions): AsyncGenerator<m.IcpResult, void, undefined>;
    };
  };
  readonly bulk: {
    /**
     * Up to 500 people at once, answered in the background.
     *
     * `POST /v1/bulk/enrich`. Price: 1 cr per item resolved. Needs a key with the scope `spend`.
     */
    readonly enrich: {
      (input: m.BulkEnrichRequest, options?: CallOptions): Promise<m.BulkJobAccepted>;
      /** What the call would cost, at most and as estimated. Charges nothing. */
      quote(input: m.BulkEnrichRequest, options?: CallOptions): Promise<m.BulkPreview>;
      /** Submits up to 500 rows as one job, which can be waited for. */
      submit(rows: Iterable<m.BulkItemInput> | AsyncIterable<m.BulkItemInput>, options?: CallOptions & { webhook?: m.WebhookInput }): Promise<BulkJob>;
      /**
       * Submits any number of rows as jobs of up to 500, and yields their results in the order of the
       * rows. `index` counts over all rows. At most `jobs` (2) of them are open at a time.
       */
      run(rows: Iterable<m.BulkItemInput> | AsyncIterable<m.BulkItemInput>, options?: CallOptions & { jobs?: number }): AsyncGenerator<m.BulkResultView, void, undefined>;
    };
    /**
     * Up to 500 companies at once, answered in the background.
     *
     * `POST /v1/bulk/companies`. Price: 1 cr per item resolved. Needs a key with the scope `spend`.
     */
    readonly companies: {
      (input: m.BulkCompaniesRequest, options?: CallOptions): Promise<m.BulkJobAccepted>;
      /** What the call would cost, at most and as estimated. Charges nothing. */
      quote(input: m.BulkCompaniesRequest, options?: CallOptions): Promise<m.BulkPreview>;
      /** Submits up to 500 rows as one job, which can be waited for. */
      submit(rows: Iterable<m.BulkCompaniesItem> | AsyncIterable<m.BulkCompaniesItem>, options?: CallOptions & { webhook?: m.WebhookInput }): Promise<BulkJob>;
      /**
       * Submits any number of rows as jobs of up to 500, and yields their results in the order of the
       * rows. `index` counts over all rows. At most `jobs` (2) of them are open at a time.
       */
      run(rows: Iterable<m.BulkCompaniesItem> | AsyncIterable<m.BulkCompaniesItem>, options?: CallOptions & { jobs?: number }): AsyncGenerator<m.BulkResultView, void, undefined>;
    };
    /**
     * Verifies up to 500 addresses in the background; a verdict of unknown is free.
     *
     * `POST /v1/bulk/verify-email`. Price: 0.5 cr per item resolved. Needs a key with the scope `spend`.
     */
    readonly verifyEmail: {
      (input: m.BulkVerifyEmailRequest, options?: CallOptions): Promise<m.BulkJobAccepted>;
      /** What the call would cost, at most and as estimated. Charges nothing. */
      quote(input: m.BulkVerifyEmailRequest, options?: CallOptions): Promise<m.BulkPreview>;
      /** Submits up to 500 rows as one job, which can be waited for. */
      submit(rows: Iterable<m.BulkVerifyEmailItem> | AsyncIterable<m.BulkVerifyEmailItem>, options?: CallOptions & { webhook?: m.WebhookInput }): Promise<BulkJob>;
      /**
       * Submits any number of rows as jobs of up to 500, and yields their results in the order of the
       * rows. `index` counts over all rows. At most `jobs` (2) of them are open at a time.
       */
      run(rows: Iterable<m.BulkVerifyEmailItem> | AsyncIterable<m.BulkVerifyEmailItem>, options?: CallOptions & { jobs?: number }): AsyncGenerator<m.BulkResultView, void, undefined>;
    };
    /**
     * Finds up to 500 business emails in the background.
     *
     * `POST /v1/bulk/find-email`. Price: 2 cr per item resolved. Needs a key with the scope `spend`.
     */
    readonly findEmail: {
      (input: m.BulkFindEmailRequest, options?: CallOptions): Promise<m.BulkJobAccepted>;
      /** What the call would cost, at most and as estimated. Charges nothing. */
      quote(input: m.BulkFindEmailRequest, options?: CallOptions): Promise<m.BulkPreview>;
      /** Submits up to 500 rows as one job, which can be waited for. */
      submit(rows: Iterable<m.BulkFindEmailItem> | AsyncIterable<m.BulkFindEmailItem>, options?: CallOptions & { webhook?: m.WebhookInput }): Promise<BulkJob>;
      /**
       * Submits any number of rows as jobs of up to 500, and yields their results in the order of the
       * rows. `index` counts over all rows. At most `jobs` (2) of them are open at a time.
       */
      run(rows: Iterable<m.BulkFindEmailItem> | AsyncIterable<m.BulkFindEmailItem>, options?: CallOptions & { jobs?: number }): AsyncGenerator<m.BulkResultView, void, undefined>;
    };
    /**
     * Finds up to 500 mobiles in the background.
     *
     * `POST /v1/bulk/find-phone`. Price: 12 cr per item resolved. Needs a key with the scope `spend`.
     */
    readonly findPhone: {
      (input: m.BulkFindPhoneRequest, options?: CallOptions): Promise<m.BulkJobAccepted>;
      /** What the call would cost, at most and as estimated. Charges nothing. */
      quote(input: m.BulkFindPhoneRequest, options?: CallOptions): Promise<m.BulkPreview>;
      /** Submits up to 500 rows as one job, which can be waited for. */
      submit(rows: Iterable<m.BulkFindPhoneItem> | AsyncIterable<m.BulkFindPhoneItem>, options?: CallOptions & { webhook?: m.WebhookInput }): Promise<BulkJob>;
      /**
       * Submits any number of rows as jobs of up to 500, and yields their results in the order of the
       * rows. `index` counts over all rows. At most `jobs` (2) of them are open at a time.
       */
      run(rows: Iterable<m.BulkFindPhoneItem> | AsyncIterable<m.BulkFindPhoneItem>, options?: CallOptions & { jobs?: number }): AsyncGenerator<m.BulkResultView, void, undefined>;
    };
    /**
     * The people behind up to 500 emails, answered in the background.
     *
     * `POST /v1/bulk/reverse-email`. Price: 1 cr per item resolved. Needs a key with the scope `spend`.
     */
    readonly reverseEmail: {
      (input: m.BulkReverseEmailRequest, options?: CallOptions): Promise<m.BulkJobAccepted>;
      /** What the call would cost, at most and as estimated. Charges nothing. */
      quote(input: m.BulkReverseEmailRequest, options?: CallOptions): Promise<m.BulkPreview>;
      /** Submits up to 500 rows as one job, which can be waited for. */
      submit(rows: Iterable<m.BulkReverseEmailItem> | AsyncIterable<m.BulkReverseEmailItem>, options?: CallOptions & { webhook?: m.WebhookInput }): Promise<BulkJob>;
      /**
       * Submits any number of rows as jobs of up to 500, and yields their results in the order of the
       * rows. `index` counts over all rows. At most `jobs` (2) of them are open at a time.
       */
      run(rows: Iterable<m.BulkReverseEmailItem> | AsyncIterable<m.BulkReverseEmailItem>, options?: CallOptions & { jobs?: number }): AsyncGenerator<m.BulkResultView, void, undefined>;
    };
    /**
     * The people behind up to 500 phone numbers, answered in the background.
     *
     * `POST /v1/bulk/reverse-phone`. Price: 2 cr per item resolved. Needs a key with the scope `spend`.
     */
    readonly reversePhone: {
      (input: m.BulkReversePhoneRequest, options?: CallOptions): Promise<m.BulkJobAccepted>;
      /** What the call would cost, at most and as estimated. Charges nothing. */
      quote(input: m.BulkReversePhoneRequest, options?: CallOptions): Promise<m.BulkPreview>;
      /** Submits up to 500 rows as one job, which can be waited for. */
      submit(rows: Iterable<m.BulkReversePhoneItem> | AsyncIterable<m.BulkReversePhoneItem>, options?: CallOptions & { webhook?: m.WebhookInput }): Promise<BulkJob>;
      /**
       * Submits any number of rows as jobs of up to 500, and yields their results in the order of the
       * rows. `index` counts over all rows. At most `jobs` (2) of them are open at a time.
       */
      run(rows: Iterable<m.BulkReversePhoneItem> | AsyncIterable<m.BulkReversePhoneItem>, options?: CallOptions & { jobs?: number }): AsyncGenerator<m.BulkResultView, void, undefined>;
    };
    /**
     * How a bulk job stands, with its results so far.
     *
     * `GET /v1/bulk/{id}`. Price: free. Needs a key with the scope `read`.
     */
    readonly read: {
      (id: string, input?: m.ReadBulkJobQuery, options?: CallOptions): Promise<m.ReadBulkJobAnswer>;
      /** One answer after the other, until the last page. */
      pages(id: string, input?: m.ReadBulkJobQuery, options?: CallOptions): AsyncGenerator<m.ReadBulkJobAnswer, void, undefined>;
      /** One result after the other, over all pages. A page is asked for when it is reached. */
      iterate(id: string, input?: m.ReadBulkJobQuery, options?: CallOptions): AsyncGenerator<m.BulkResultView, void, undefined>;
    };
    /**
     * The results of a bulk job as a CSV, Excel or JSON Lines file.
     *
     * `GET /v1/bulk/{id}/export`. Price: free. Needs a key with the scope `read`.
     */
    export(id: string, input?: m.ExportBulkJobQuery, options?: CallOptions): Promise<string>;
    /**
     * Lists your bulk jobs.
     *
     * `GET /v1/bulk`. Price: free. Needs a key with the scope `read`.
     */
    readonly list: {
      (input?: m.ListBulkJobsQuery, options?: CallOptions): Promise<m.ListBulkJobsAnswer>;
      /** One answer after the other, until the last page. */
      pages(input?: m.ListBulkJobsQuery, options?: CallOptions): AsyncGenerator<m.ListBulkJobsAnswer, void, undefined>;
      /** One result after the other, over all pages. A page is asked for when it is reached. */
      iterate(input?: m.ListBulkJobsQuery, options?: CallOptions): AsyncGenerator<m.BulkJobView, void, undefined>;
    };
    /**
     * Stops a job; items that are answered already stay, the others cost nothing.
     *
     * `POST /v1/bulk/{id}/cancel`. Price: free. Needs a key with the scope `spend`.
     */
    cancel(id: string, options?: CallOptions): Promise<m.BulkJobView>;
    /**
     * Goes on with a paused job under this key, and asks again what the balance did not cover or no source
     * answered.
     *
     * `POST /v1/bulk/{id}/resume`. Price: free. Needs a key with the scope `spend`.
     */
    resume(id: string, options?: CallOptions): Promise<m.BulkJobView>;
  };
  /**
   * Opens an account with a trial and answers its first key.
   *
   * `POST /v1/signup`. Price: free. No key needed.
   */
  signup(input: m.SignupRequest, options?: CallOptions): Promise<m.SignupAnswer>;
  /**
   * Signs in with email and password: a session cookie for the pages, and a key when asked for.
   *
   * `POST /v1/login`. Price: free. No key needed.
   */
  login(input: m.LoginRequest, options?: CallOptions): Promise<m.LoginAnswer>;
  /**
   * The account: plan, balance, trial and limits.
   *
   * `GET /v1/me`. Price: free. Needs a key with the scope `read`.
   */
  readonly me: {
    (options?: CallOptions): Promise<m.MeAnswer>;
    readonly keys: {
      /**
       * Lists the account's keys.
       *
       * `GET /v1/me/keys`. Price: free. Needs a key with the scope `manage`.
       */
      readonly list: {
        (options?: CallOptions): Promise<m.ListKeysAnswer>;
        /** One answer after the other, until the last page. */
        pages(options?: CallOptions): AsyncGenerator<m.ListKeysAnswer, void, undefined>;
        /** One result after the other, over all pages. A page is asked for when it is reached. */
        iterate(options?: CallOptions): AsyncGenerator<m.KeyView, void, undefined>;
      };
      /**
       * Makes a key; it is shown once.
       *
       * `POST /v1/me/keys`. Price: free. Needs a key with the scope `manage`.
       */
      create(input: m.CreateKeyRequest, options?: CallOptions): Promise<m.NewKeyAnswer>;
      /**
       * Gives a key a monthly cap of credits, or takes it away.
       *
       * `PATCH /v1/me/keys/{id}`. Price: free. Needs a key with the scope `manage`.
       */
      change(id: string, input?: m.ChangeKeyRequest, options?: CallOptions): Promise<m.KeyView>;
      /**
       * Revokes a key at once.
       *
       * `DELETE /v1/me/keys/{id}`. Price: free. Needs a key with the scope `manage`.
       */
      revoke(id: string, options?: CallOptions): Promise<m.KeyView>;
      /**
       * Replaces a key; the old one works on for a while.
       *
       * `POST /v1/me/keys/{id}/rotate`. Price: free. Needs a key with the scope `manage`.
       */
      rotate(id: string, input?: m.RotateKeyRequest, options?: CallOptions): Promise<m.RotateKeyAnswer>;
    };
    readonly webhooks: {
      /**
       * Lists the account's webhooks.
       *
       * `GET /v1/me/webhooks`. Price: free. Needs a key with the scope `manage`.
       */
      readonly list: {
        (options?: CallOptions): Promise<m.ListWebhooksAnswer>;
        /** One answer after the other, until the last page. */
        pages(options?: CallOptions): AsyncGenerator<m.ListWebhooksAnswer, void, undefined>;
        /** One result after the other, over all pages. A page is asked for when it is reached. */
        iterate(options?: CallOptions): AsyncGenerator<m.WebhookView, void, undefined>;
      };
      /**
       * Makes a webhook, or gives the one at this address another secret.
       *
       * `POST /v1/me/webhooks`. Price: free. Needs a key with the scope `manage`.
       */
      create(input: m.WebhookInput, options?: CallOptions): Promise<m.WebhookSecretView>;
      readonly deliveries: {
        /**
         * Lists the events sent to webhooks, with every attempt.
         *
         * `GET /v1/me/webhooks/deliveries`. Price: free. Needs a key with the scope `manage`.
         */
        readonly list: {
          (input?: m.ListDeliveriesQuery, options?: CallOptions): Promise<m.ListDeliveriesAnswer>;
          /** One answer after the other, until the last page. */
          pages(input?: m.ListDeliveriesQuery, options?: CallOptions): AsyncGenerator<m.ListDeliveriesAnswer, void, undefined>;
          /** One result after the other, over all pages. A page is asked for when it is reached. */
          iterate(input?: m.ListDeliveriesQuery, options?: CallOptions): AsyncGenerator<m.DeliveryView, void, undefined>;
        };
        /**
         * An event with everything it tells, whether a receiver took it or not.
         *
         * `GET /v1/me/webhooks/deliveries/{id}`. Price: free. Needs a key with the scope `manage`.
         */
        read(id: string, options?: CallOptions): Promise<m.DeliveryAnswer>;
        /**
         * Delivers an event once more, under the same id.
         *
         * `POST /v1/me/webhooks/deliveries/{id}/redeliver`. Price: free. Needs a key with the scope
         * `manage`.
         */
        redeliver(id: string, options?: CallOptions): Promise<m.DeliveryView>;
      };
      /**
       * Delivers once more what happened since a time and was given up.
       *
       * `POST /v1/me/webhooks/redeliver`. Price: free. Needs a key with the scope `manage`.
       */
      redeliver(input: m.RedeliverSinceRequest, options?: CallOptions): Promise<m.RedeliverSinceAnswer>;
      /**
       * A webhook with its signing secret.
       *
       * `GET /v1/me/webhooks/{id}`. Price: free. Needs a key with the scope `manage`.
       */
      read(id: string, options?: CallOptions): Promise<m.WebhookSecretView>;
      /**
       * Chooses the events of a webhook, disables it, or enables it again.
       *
       * `PATCH /v1/me/webhooks/{id}`. Price: free. Needs a key with the scope `manage`.
       */
      change(id: string, input?: m.ChangeWebhookRequest, options?: CallOptions): Promise<m.WebhookView>;
      /**
       * Deletes a webhook; what it was not sent is given up, and lists that tell it rest.
       *
       * `DELETE /v1/me/webhooks/{id}`. Price: free. Needs a key with the scope `manage`.
       */
      delete(id: string, options?: CallOptions): Promise<m.DeletedWebhookView>;
      /**
       * Gives a webhook a new secret; both are used for a while.
       *
       * `POST /v1/me/webhooks/{id}/rotate`. Price: free. Needs a key with the scope `manage`.
       */
      rotate(id: string, input?: m.RotateWebhookRequest, options?: CallOptions): Promise<m.WebhookSecretView>;
      /**
       * Sends a test event to a webhook.
       *
       * `POST /v1/me/webhooks/{id}/test`. Price: free. Needs a key with the scope `manage`.
       */
      test(id: string, options?: CallOptions): Promise<m.WebhookView>;
    };
    /**
     * Every call made: what was asked, how it ended, credits, latency and cache use.
     *
     * `GET /v1/me/history`. Price: free. Needs a key with the scope `read`.
     */
    readonly history: {
      (input?: m.HistoryQuery, options?: CallOptions): Promise<m.HistoryAnswer>;
      /** One answer after the other, until the last page. */
      pages(input?: m.HistoryQuery, options?: CallOptions): AsyncGenerator<m.HistoryAnswer, void, undefined>;
      /** One result after the other, over all pages. A page is asked for when it is reached. */
      iterate(input?: m.HistoryQuery, options?: CallOptions): AsyncGenerator<m.HistoryView, void, undefined>;
      /**
       * Every call made, as a CSV file.
       *
       * `GET /v1/me/history/export`. Price: free. Needs a key with the scope `read`.
       */
      export(input?: m.ExportHistoryQuery, options?: CallOptions): Promise<string>;
      /**
       * One call: what was asked, found and charged, and which sources were queried.
       *
       * `GET /v1/me/history/{request_id}`. Price: free. Needs a key with the scope `read`.
       */
      read(request_id: string, options?: CallOptions): Promise<m.HistoryDetailAnswer>;
      /**
       * The answer of a charged call once more, for 24 hours, free.
       *
       * `GET /v1/me/history/{request_id}/answer`. Price: free. Needs a key with the scope `read`.
       */
      answer(request_id: string, options?: CallOptions): Promise<m.ChargedAnswer>;
    };
    /**
     * Calls, hits and credits added up by day, endpoint, both, or key.
     *
     * `GET /v1/me/usage`. Price: free. Needs a key with the scope `read`.
     */
    readonly usage: {
      (input?: m.UsageQuery, options?: CallOptions): Promise<m.UsageAnswer>;
      /** One answer after the other, until the last page. */
      pages(input?: m.UsageQuery, options?: CallOptions): AsyncGenerator<m.UsageAnswer, void, undefined>;
      /** One result after the other, over all pages. A page is asked for when it is reached. */
      iterate(input?: m.UsageQuery, options?: CallOptions): AsyncGenerator<m.UsageView, void, undefined>;
    };
    /**
     * Every movement of credits, with the balance after it.
     *
     * `GET /v1/me/ledger`. Price: free. Needs a key with the scope `read`.
     */
    readonly ledger: {
      (input?: m.LedgerQuery, options?: CallOptions): Promise<m.LedgerAnswer>;
      /** One answer after the other, until the last page. */
      pages(input?: m.LedgerQuery, options?: CallOptions): AsyncGenerator<m.LedgerAnswer, void, undefined>;
      /** One result after the other, over all pages. A page is asked for when it is reached. */
      iterate(input?: m.LedgerQuery, options?: CallOptions): AsyncGenerator<m.LedgerView, void, undefined>;
    };
    /**
     * Every person ever resolved, once each, with the contacts that were paid for.
     *
     * `GET /v1/me/people`. Price: free. Needs a key with the scope `read`.
     */
    readonly people: {
      (input?: m.PeopleSeenQuery, options?: CallOptions): Promise<m.PeopleAnswer>;
      /** One answer after the other, until the last page. */
      pages(input?: m.PeopleSeenQuery, options?: CallOptions): AsyncGenerator<m.PeopleAnswer, void, undefined>;
      /** One result after the other, over all pages. A page is asked for when it is reached. */
      iterate(input?: m.PeopleSeenQuery, options?: CallOptions): AsyncGenerator<m.SeenPersonView, void, undefined>;
    };
  };
  readonly ingest: {
    /**
     * Files what a source of your own says about people; the same rows twice change nothing.
     *
     * `POST /v1/ingest/people`. Price: free. Needs a key with the scope `operate`.
     */
    people(input: m.IngestPeopleRequest, options?: CallOptions): Promise<m.IngestAnswer>;
    /**
     * Files what a source of your own says about companies; the same rows twice change nothing.
     *
     * `POST /v1/ingest/companies`. Price: free. Needs a key with the scope `operate`.
     */
    companies(input: m.IngestCompaniesRequest, options?: CallOptions): Promise<m.IngestAnswer>;
    /**
     * Files signals of a source of your own; they are in the feeds at once.
     *
     * `POST /v1/ingest/signals`. Price: free. Needs a key with the scope `operate`.
     */
    signals(input: m.IngestSignalsRequest, options?: CallOptions): Promise<m.IngestAnswer>;
  };
  readonly operator: {
    /**
     * Lists accounts with plan, credits and last use.
     *
     * `GET /v1/operator/accounts`. Price: free. Needs a key with the scope `operate`.
     */
    readonly accounts: {
      (input?: m.OperatorAccountsQuery, options?: CallOptions): Promise<m.ListAccountsAnswer>;
      /** One answer after the other, until the last page. */
      pages(input?: m.OperatorAccountsQuery, options?: CallOptions): AsyncGenerator<m.ListAccountsAnswer, void, undefined>;
      /** One result after the other, over all pages. A page is asked for when it is reached. */
      iterate(input?: m.OperatorAccountsQuery, options?: CallOptions): AsyncGenerator<m.ListedAccountView, void, undefined>;
      /**
       * Grants credits to an account, once for each reference.
       *
       * `POST /v1/operator/accounts/{id}/grants`. Price: free. Needs a key with the scope `operate`.
       */
      grants(id: string, input: m.GrantRequest, options?: CallOptions): Promise<m.EnteredAnswer>;
      /**
       * Gives back what a request was charged, in all never more than that.
       *
       * `POST /v1/operator/accounts/{id}/refunds`. Price: free. Needs a key with the scope `operate`.
       */
      refunds(id: string, input: m.RefundRequest, options?: CallOptions): Promise<m.EnteredAnswer>;
      /**
       * Puts an account on a plan; that ends a trial.
       *
       * `POST /v1/operator/accounts/{id}/plan`. Price: free. Needs a key with the scope `operate`.
       */
      plan(id: string, input: m.SetPlanRequest, options?: CallOptions): Promise<m.OperatorAccountView>;
      /**
       * Closes an account: every call of its keys is refused, its balance and history stay.
       *
       * `POST /v1/operator/accounts/{id}/close`. Price: free. Needs a key with the scope `operate`.
       */
      close(id: string, options?: CallOptions): Promise<m.OperatorAccountView>;
      /**
       * Opens a closed account again.
       *
       * `POST /v1/operator/accounts/{id}/reopen`. Price: free. Needs a key with the scope `operate`.
       */
      reopen(id: string, options?: CallOptions): Promise<m.OperatorAccountView>;
      /**
       * An account's statement: opening balance, every movement, closing balance.
       *
       * `GET /v1/operator/accounts/{id}/statement`. Price: free. Needs a key with the scope `operate`.
       */
      statement(id: string, input?: m.OperatorStatementQuery, options?: CallOptions): Promise<m.StatementAnswer>;
      /**
       * Every movement of an account's credits, newest first, with the balance after it.
       *
       * `GET /v1/operator/accounts/{id}/ledger`. Price: free. Needs a key with the scope `operate`.
       */
      readonly ledger: {
        (id: string, input?: m.OperatorLedgerQuery, options?: CallOptions): Promise<m.LedgerAnswer>;
        /** One answer after the other, until the last page. */
        pages(id: string, input?: m.OperatorLedgerQuery, options?: CallOptions): AsyncGenerator<m.LedgerAnswer, void, undefined>;
        /** One result after the other, over all pages. A page is asked for when it is reached. */
        iterate(id: string, input?: m.OperatorLedgerQuery, options?: CallOptions): AsyncGenerator<m.LedgerView, void, undefined>;
      };
    };
    /**
     * Lists pairs of records that may be one and wait for a decision.
     *
     * `GET /v1/operator/review`. Price: free. Needs a key with the scope `operate`.
     */
    readonly review: {
      (input?: m.OperatorReviewListQuery, options?: CallOptions): Promise<m.ReviewListAnswer>;
      /** One answer after the other, until the last page. */
      pages(input?: m.OperatorReviewListQuery, options?: CallOptions): AsyncGenerator<m.ReviewListAnswer, void, undefined>;
      /** One result after the other, over all pages. A page is asked for when it is reached. */
      iterate(input?: m.OperatorReviewListQuery, options?: CallOptions): AsyncGenerator<m.ReviewPairView, void, undefined>;
      /**
       * The evidence for and against two records being one, and both records.
       *
       * `GET /v1/operator/review/explain`. Price: free. Needs a key with the scope `operate`.
       */
      explain(input: m.OperatorReviewExplainQuery, options?: CallOptions): Promise<m.PairAnswer>;
      /**
       * Makes two records one; both ids then mean the first, and later imports keep it so.
       *
       * `POST /v1/operator/review/merge`. Price: free. Needs a key with the scope `operate`.
       */
      merge(input: m.PairRequest, options?: CallOptions): Promise<m.DecidedRecord>;
      /**
       * Marks two records as different; no import joins them.
       *
       * `POST /v1/operator/review/apart`. Price: free. Needs a key with the scope `operate`.
       */
      apart(input: m.PairRequest, options?: CallOptions): Promise<m.KeptApart>;
      /**
       * Takes rows of a record out into a new one; later imports keep them apart.
       *
       * `POST /v1/operator/review/split`. Price: free. Needs a key with the scope `operate`.
       */
      split(input: m.SplitRequest, options?: CallOptions): Promise<m.DecidedRecord>;
    };
    /**
     * What operators have changed, over the API and on the command line: who, what, on what, when.
     *
     * `GET /v1/operator/audit`. Price: free. Needs a key with the scope `operate`.
     */
    readonly audit: {
      (input?: m.OperatorAuditQuery, options?: CallOptions): Promise<m.AuditAnswer>;
      /** One answer after the other, until the last page. */
      pages(input?: m.OperatorAuditQuery, options?: CallOptions): AsyncGenerator<m.AuditAnswer, void, undefined>;
      /** One result after the other, over all pages. A page is asked for when it is reached. */
      iterate(input?: m.OperatorAuditQuery, options?: CallOptions): AsyncGenerator<m.AuditView, void, undefined>;
    };
    /**
     * Sources with health, hit rate, latency, cost and margin in a period.
     *
     * `GET /v1/operator/sources`. Price: free. Needs a key with the scope `operate`.
     */
    sources(input?: m.OperatorSourcesQuery, options?: CallOptions): Promise<m.SourcesAnswer>;
    /**
     * In which order vendors are asked for each fact, and why.
     *
     * `GET /v1/operator/waterfall`. Price: free. Needs a key with the scope `operate`.
     */
    readonly waterfall: {
      (options?: CallOptions): Promise<m.WaterfallAnswer>;
      /** One answer after the other, until the last page. */
      pages(options?: CallOptions): AsyncGenerator<m.WaterfallAnswer, void, undefined>;
      /** One result after the other, over all pages. A page is asked for when it is reached. */
      iterate(options?: CallOptions): AsyncGenerator<m.WaterfallView, void, undefined>;
      /**
       * Chooses the order in which vendors are asked for a fact; in force on every node within seconds.
       *
       * `POST /v1/operator/waterfall/choose`. Price: free. Needs a key with the scope `operate`.
       */
      choose(input: m.ChooseOrderRequest, options?: CallOptions): Promise<m.ChosenOrderAnswer>;
      /**
       * Goes back to the configured order of vendors for a fact.
       *
       * `POST /v1/operator/waterfall/reset`. Price: free. Needs a key with the scope `operate`.
       */
      reset(input: m.ResetOrderRequest, options?: CallOptions): Promise<m.ChosenOrderAnswer>;
    };
    /**
     * Feeds with their lag and failures.
     *
     * `GET /v1/operator/feeds`. Price: free. Needs a key with the scope `operate`.
     */
    readonly feeds: {
      (options?: CallOptions): Promise<m.FeedsAnswer>;
      /** One answer after the other, until the last page. */
      pages(options?: CallOptions): AsyncGenerator<m.FeedsAnswer, void, undefined>;
      /** One result after the other, over all pages. A page is asked for when it is reached. */
      iterate(options?: CallOptions): AsyncGenerator<m.FeedView, void, undefined>;
    };
    /**
     * Stated confidences beside the share of answers that were right, as measured last.
     *
     * `GET /v1/operator/calibration`. Price: free. Needs a key with the scope `operate`.
     */
    readonly calibration: {
      (options?: CallOptions): Promise<m.CalibrationAnswer>;
      /**
       * Measures in the background whether stated confidences are true of the stored data.
       *
       * `POST /v1/operator/calibration/start`. Price: free. Needs a key with the scope `operate`.
       */
      start(input?: m.StartCalibrationRequest, options?: CallOptions): Promise<m.StartCalibrationAnswer>;
    };
    /**
     * What `brimful doctor` checks, as it was found last: ledger, history, jobs, events, schema, index,
     * files and mail.
     *
     * `GET /v1/operator/health`. Price: free. Needs a key with the scope `operate`.
     */
    health(options?: CallOptions): Promise<m.HealthAnswer>;
    /**
     * Every setting with its value and where that comes from, without secrets.
     *
     * `GET /v1/operator/settings`. Price: free. Needs a key with the scope `operate`.
     */
    readonly settings: {
      (options?: CallOptions): Promise<m.SettingsAnswer>;
      /** One answer after the other, until the last page. */
      pages(options?: CallOptions): AsyncGenerator<m.SettingsAnswer, void, undefined>;
      /** One result after the other, over all pages. A page is asked for when it is reached. */
      iterate(options?: CallOptions): AsyncGenerator<m.ShownSetting, void, undefined>;
    };
    /**
     * Files that were sent for an import, and imports that are under way or were cut off.
     *
     * `GET /v1/operator/imports`. Price: free. Needs a key with the scope `operate`.
     */
    readonly imports: {
      (options?: CallOptions): Promise<m.ImportsAnswer>;
      /** One answer after the other, until the last page. */
      pages(options?: CallOptions): AsyncGenerator<m.ImportsAnswer, void, undefined>;
      /** One result after the other, over all pages. A page is asked for when it is reached. */
      iterate(options?: CallOptions): AsyncGenerator<m.ImportView, void, undefined>;
      /**
       * Takes a csv file for an import; nothing of it is stored before it is started.
       *
       * `POST /v1/operator/imports`. Price: free. Needs a key with the scope `operate`.
       */
      receive(input: m.ReceiveImportRequest, options?: CallOptions): Promise<m.ImportFileView>;
      /**
       * A file that was sent for an import: its columns as guessed, how far it is, and its first rejected
       * rows.
       *
       * `GET /v1/operator/imports/{id}`. Price: free. Needs a key with the scope `operate`.
       */
      read(id: string, input?: m.OperatorImportQuery, options?: CallOptions): Promise<m.ReadImportAnswer>;
      /**
       * Stops an import and removes its files; what is filed stays.
       *
       * `DELETE /v1/operator/imports/{id}`. Price: free. Needs a key with the scope `operate`.
       */
      remove(id: string, options?: CallOptions): Promise<m.ImportFileView>;
      /**
       * Imports a file that was sent, in the background; one that ended early goes on.
       *
       * `POST /v1/operator/imports/{id}/start`. Price: free. Needs a key with the scope `operate`.
       */
      start(id: string, input: m.StartImportRequest, options?: CallOptions): Promise<m.ImportFileView>;
      /**
       * The rejected rows of an import as csv, with the reason of each, to be corrected and sent again.
       *
       * `GET /v1/operator/imports/{id}/rejects`. Price: free. Needs a key with the scope `operate`.
       */
      rejects(id: string, options?: CallOptions): Promise<string>;
    };
  };
  readonly privacy: {
    readonly requests: {
      /**
       * What people have asked for.
       *
       * `GET /v1/privacy/requests`. Price: free. Needs a key with the scope `operate`.
       */
      readonly list: {
        (input?: m.ListPrivacyRequestsQuery, options?: CallOptions): Promise<m.ListPrivacyRequestsAnswer>;
        /** One answer after the other, until the last page. */
        pages(input?: m.ListPrivacyRequestsQuery, options?: CallOptions): AsyncGenerator<m.ListPrivacyRequestsAnswer, void, undefined>;
        /** One result after the other, over all pages. A page is asked for when it is reached. */
        iterate(input?: m.ListPrivacyRequestsQuery, options?: CallOptions): AsyncGenerator<m.PrivacyRequestView, void, undefined>;
      };
      /**
       * Asks to be erased and kept out; anyone may.
       *
       * `POST /v1/privacy/requests`. Price: free. No key needed.
       */
      file(input?: m.FilePrivacyRequest, options?: CallOptions): Promise<m.FiledPrivacyRequest>;
      /**
       * Approves a request: erases the person and suppresses their identifiers.
       *
       * `POST /v1/privacy/requests/{id}/approve`. Price: free. Needs a key with the scope `operate`.
       */
      approve(id: string, options?: CallOptions): Promise<m.PrivacyRequestView>;
      /**
       * Does nothing of what was asked, and forgets who asked.
       *
       * `POST /v1/privacy/requests/{id}/refuse`. Price: free. Needs a key with the scope `operate`.
       */
      refuse(id: string, options?: CallOptions): Promise<m.PrivacyRequestView>;
    };
  };
  readonly suppressions: {
    /**
     * The list of those who must not be kept, without who they are.
     *
     * `GET /v1/suppressions`. Price: free. Needs a key with the scope `operate`.
     */
    readonly list: {
      (input?: m.ListSuppressionsQuery, options?: CallOptions): Promise<m.ListSuppressionsAnswer>;
      /** One answer after the other, until the last page. */
      pages(input?: m.ListSuppressionsQuery, options?: CallOptions): AsyncGenerator<m.ListSuppressionsAnswer, void, undefined>;
      /** One result after the other, over all pages. A page is asked for when it is reached. */
      iterate(input?: m.ListSuppressionsQuery, options?: CallOptions): AsyncGenerator<m.SuppressionView, void, undefined>;
    };
    /**
     * Erases a person or company and suppresses its identifiers in later imports.
     *
     * `POST /v1/suppressions`. Price: free. Needs a key with the scope `operate`.
     */
    add(input?: m.AddSuppressionRequest, options?: CallOptions): Promise<m.AddSuppressionAnswer>;
    /**
     * Takes an entry off the list; sources may tell of them again.
     *
     * `DELETE /v1/suppressions/{id}`. Price: free. Needs a key with the scope `operate`.
     */
    remove(id: string, options?: CallOptions): Promise<m.SuppressionView>;
  };
  /**
   * Erases a person or company from records, index, caches, lists, jobs and events.
   *
   * `POST /v1/erase`. Price: free. Needs a key with the scope `operate`.
   */
  erase(input?: m.EraseRequest, options?: CallOptions): Promise<m.EraseAnswer>;
  readonly sandbox: {
    /**
     * Lists the sandbox's endpoints and its daily limit.
     *
     * `GET /v1/sandbox/info`. Price: free. No key needed.
     */
    info(options?: CallOptions): Promise<m.SandboxInfoAnswer>;
  };
}
