-- A UUID of version 7 (RFC 9562, 6.2, method 3): the millisecond, its fraction in steps of a microsecond, and random bits.
CREATE OR REPLACE FUNCTION ordered_uuid() RETURNS uuid LANGUAGE sql VOLATILE AS $$
	SELECT (lpad(to_hex(floor(extract(epoch FROM moment) * 1000)::bigint), 12, '0') || '7'
		|| lpad(to_hex(floor(extract(epoch FROM moment) * 1000000)::bigint % 1000 * 4), 3, '0') || substr(gen_random_uuid()::text, 20))::uuid
	FROM (SELECT clock_timestamp() AS moment) AS now
$$;
