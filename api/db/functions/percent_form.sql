-- Percent-encoded bytes in one spelling: hexadecimal digits in upper case, and characters that need no encoding (RFC 3986, 6.2.2) as they are.
CREATE OR REPLACE FUNCTION percent_form(encoded text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT string_agg(
    CASE
      WHEN place = 1 THEN part
      WHEN part !~ '^[0-9A-Fa-f]{2}' THEN '%' || part
      WHEN part ~* '^(2[de]|3[0-9]|[46][1-9a-f]|[57][0-9a]|5f|7e)' THEN chr(get_byte(decode(left(part, 2), 'hex'), 0)) || substr(part, 3)
      ELSE '%' || upper(left(part, 2)) || substr(part, 3)
    END, '' ORDER BY place)
  FROM unnest(string_to_array(encoded, '%')) WITH ORDINALITY AS parts (part, place)
$$;
