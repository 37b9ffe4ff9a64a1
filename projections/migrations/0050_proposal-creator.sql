-- What a member proposed, for the export of their data.
create index proposal_creator on proposal (creator_id, position);
