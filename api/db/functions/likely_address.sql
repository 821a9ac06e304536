-- What addresses of probably the same page have in common: address_form without the "www" or mobile host, marks of AMP pages and caches, the
-- name of an index page and the last slash. Stored in article_search: a changed result needs a new index version (indexVersion).
CREATE OR REPLACE FUNCTION likely_address(address text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  form text := regexp_replace(address_form(address), '^((www\.)?google(\.[a-z]{2,3}){1,2}/amp|[^/]+\.cdn\.ampproject\.org/[a-z])/(s/)?', '');
  place text := substring(form from '^[^?#]*');
  rest text := substr(form, length(place) + 1);
BEGIN
  place := regexp_replace(place, '^((www\d?|m|mobile?|amp)\.)+(?=[^./]+\.[^/]+)', '');
  place := regexp_replace(place, '^([^./]+)\.m(?=\.[^./]+\.[^/]+)', '\1');
  place := regexp_replace(place, '/amp(?=/.)', '');
  place := regexp_replace(place, '(\.amp|/amp)(?=/?$)|\.amp(?=\.html?$)', '');
  place := regexp_replace(place, '/(index\.(html?|php))?$', '');
  rest := regexp_replace(rest, '(?<=[?&])(amp(=[^&#]*)?|amp_\w+=[^&#]*|usqp=[^&#]*|output(type)?=(valid_)?amp)(&|$|(?=#))', '', 'gi');
  RETURN place || regexp_replace(rest, '[?&](?=#|$)', '');
END
$$;
