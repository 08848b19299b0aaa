-- The caller's own row of an item, a JSON object of texts; given back with its result.
ALTER TABLE bulk_item ADD COLUMN own_row BLOB;
