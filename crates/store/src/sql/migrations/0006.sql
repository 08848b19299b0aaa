-- In how many pairs of claims about one person a trait was the same, similar or different. The rates are learned from it.
CREATE TABLE agreement (
  trait BIGINT NOT NULL,
  outcome BIGINT NOT NULL,
  pairs BIGINT NOT NULL,
  PRIMARY KEY (trait, outcome)
);
