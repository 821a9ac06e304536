-- A hash of what two spellings of one address have in common, because an index takes no 8,000 characters: without scheme, fragment and
-- tracking parameters. Only for programs before 0032, and for what sources had filed by then.
CREATE OR REPLACE FUNCTION source_key(address text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT md5(regexp_replace(
    regexp_replace(
      regexp_replace(
        regexp_replace(address, '^https?://|#.*$', '', 'g'),
        '([?&])((utm|pk|mtm|wt)_[^=&]*|[a-z]+clid|gclsrc|[gw]braid|mc_[ce]id|igshid?|li_fat_id|_hs(enc|mi)|mkt_tok|xtor)(=[^&]*)?(?=&|$)',
        '\1', 'gi'),
      '([?&])&+', '\1', 'g'),
    '[?&]+$', ''))
$$;
