-- What two spellings of one address have in common, as a hash, because an index takes no 8,000 characters: without scheme, fragment
-- and the parameters that only tell where a reader came from. Addresses are stored as URL parsers write them: host in lower case,
-- no default port.
CREATE FUNCTION source_key(address text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT md5(regexp_replace(
    regexp_replace(
      regexp_replace(
        regexp_replace(address, '^https?://|#.*$', '', 'g'),
        '([?&])((utm|pk|mtm|wt)_[^=&]*|[a-z]+clid|gclsrc|[gw]braid|mc_[ce]id|igshid?|li_fat_id|_hs(enc|mi)|mkt_tok|xtor)(=[^&]*)?(?=&|$)',
        '\1', 'gi'),
      '([?&])&+', '\1', 'g'),
    '[?&]+$', ''))
$$;
--> statement-breakpoint
CREATE INDEX "articles_client_address" ON "articles" USING btree ("client_id",source_key("source_url"));
