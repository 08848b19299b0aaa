-- The caller's own row of an item, a JSON object of texts; given back with its result.
ALTER TABLE bulk_item ADD COLUMN own_row BLOB;
-- Who made a change on the command line, by the operating system's name for them; null for changes over HTTP, and for those
-- that were made before this column.
ALTER TABLE operator_act ADD COLUMN system_user TEXT;
