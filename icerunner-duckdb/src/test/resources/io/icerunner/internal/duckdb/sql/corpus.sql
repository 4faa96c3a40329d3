# Each line is a statement that DuckDB runs over real tables and, planned, over stored ones; both must agree in
# columns, types and rows, or both fail. ~ means that column names may differ, since they repeat how a column was
# qualified.
# -- plain
SELECT * FROM t
SELECT id, v FROM t
SELECT t.id, t.v FROM t
SELECT t.* FROM t
FROM t
FROM t SELECT id
FROM t WHERE id > 2
FROM ns.t
SELECT 1
SELECT 1 AS one, 'x' AS "two three"
VALUES (1, 'a'), (2, 'b')
TABLE t
TABLE ns.only
SELECT * FROM (TABLE u) x
SELECT id FROM t ORDER BY id DESC
SELECT id FROM t ORDER BY id LIMIT 2 OFFSET 1
SELECT id FROM t ORDER BY ALL
SELECT DISTINCT v FROM t
SELECT DISTINCT ON (v) v, id FROM t ORDER BY v, id
SELECT ALL v FROM t
SELECT count(*) FROM t
SELECT count(*), count(v), count(DISTINCT v), sum(x), avg(dec) FROM t
SELECT v, count(*) FROM t GROUP BY v
SELECT v, count(*) c FROM t GROUP BY ALL HAVING c > 1
SELECT v, id, count(*) FROM t GROUP BY GROUPING SETS ((v), (id), ())
SELECT v, flag, sum(id) FROM t GROUP BY ROLLUP (v, flag)
SELECT v, flag, sum(id) FROM t GROUP BY CUBE (v, flag)
SELECT id, row_number() OVER (ORDER BY id) FROM t
SELECT id, sum(id) OVER w FROM t WINDOW w AS (PARTITION BY v ORDER BY id)
SELECT id FROM t QUALIFY row_number() OVER (PARTITION BY v ORDER BY id) = 1
SELECT id FROM t; 
SELECT id FROM t -- a comment; with a semicolon
SELECT /* FROM u */ id FROM /* nested /* comment */ */ t
# -- names
SELECT * FROM ns.t
SELECT * FROM cat.ns.t
SELECT * FROM "ns"."t"
SELECT * FROM NS.T
SELECT * FROM main.t
SELECT * FROM cat.main.t
SELECT ns.t.id FROM ns.t
SELECT cat.ns.t.id FROM ns.t
SELECT cat.ns.t.id FROM cat.ns.t
SELECT ns . t . id FROM ns . t
SELECT "ns"."t"."id" FROM ns.t
SELECT NS.T.ID FROM ns.t
SELECT main.t.id FROM t
SELECT cat.main.t.id FROM t
SELECT t.id FROM ns.t
SELECT id FROM ns.t WHERE ns.t.id = 1
SELECT id FROM ns.t WHERE ns.t.id IN (1, 6) AND ns.t.v LIKE 'ns%'
SELECT ns.t.n AS m FROM ns.t ORDER BY ns.t.n DESC NULLS LAST
SELECT v, count(*) FROM ns.t GROUP BY ns.t.v HAVING count(ns.t.n) > 0
SELECT ns.t.id + 1 FROM ns.t
SELECT max(ns.t.id) FROM ns.t
SELECT ns.t.id + 1 AS a FROM ns.t
SELECT x.id FROM ns.t AS x
SELECT x.id FROM ns.t x
SELECT x.id FROM x : ns.t
SELECT ns.t.id FROM ns.t AS x
SELECT t.id FROM ns.t AS x
SELECT * FROM ns.t AS x(p, q)
SELECT p, q, n FROM ns.t AS x(p, q)
SELECT x.p FROM ns.t AS x(p)
SELECT id FROM ns.t AS x(p)
SELECT x.id FROM ns.t AS "x y", ns.only AS x
SELECT "x y".id FROM ns.t AS "x y"
SELECT * FROM "My Schema"."Ta""ble"
SELECT "Größe", "名前" FROM "My Schema"."Ta""ble"
SELECT "My Schema"."Ta""ble"."Größe" FROM "My Schema"."Ta""ble"
SELECT '日本語', "My Schema"."Ta""ble"."名前" FROM "My Schema"."Ta""ble" WHERE "My Schema"."Ta""ble"."名前" = '日本語'
SELECT "a.b" FROM "My Schema"."Ta""ble"
SELECT "Ta""ble"."a.b" FROM "My Schema"."Ta""ble"
SELECT * FROM ns."order"
SELECT "select", "from" FROM ns."order" WHERE "from" = 'where'
SELECT ns."order"."select" FROM ns."order"
SELECT * FROM ns."x.y"
SELECT "x.y".a FROM ns."x.y"
SELECT ns."x.y".a FROM ns."x.y"
SELECT ns FROM ns."x.y"
SELECT * FROM "é"
SELECT 'ééé', é.ß FROM é WHERE é.ß = 1
SELECT '🦆🦆', main.é.ß FROM é
SELECT "é".t.id FROM "é"
SELECT t.id FROM "é"
SELECT T.ID, t.Id FROM T
SELECT "ID" FROM t
# -- two tables of one name
SELECT ns.t.id, other.t.w FROM ns.t JOIN other.t ON ns.t.id = other.t.id
SELECT ns.t.v, other.t.w, main.t.v FROM ns.t, other.t, t WHERE ns.t.id = other.t.id AND main.t.id = ns.t.id
SELECT * FROM ns.t JOIN other.t ON ns.t.id = other.t.id
SELECT * FROM ns.t JOIN other.t USING (id)
SELECT n, w FROM ns.t JOIN other.t USING (id)
SELECT a.id FROM ns.t a JOIN other.t b ON a.id = b.id
SELECT t.id FROM ns.t a JOIN other.t ON a.id = t.id
SELECT other.t.id FROM ns.t AS t JOIN other.t ON n > 0
SELECT (SELECT max(other.t.id) FROM other.t WHERE other.t.id = ns.t.id) AS m FROM ns.t
SELECT (SELECT ns.t.v) AS m FROM ns.t
SELECT id FROM ns.t WHERE EXISTS (SELECT 1 FROM other.t WHERE other.t.id = ns.t.id)
SELECT id FROM ns.t WHERE EXISTS (FROM t WHERE t.id = ns.t.id)
SELECT id FROM t WHERE EXISTS (FROM ns.t WHERE ns.t.id = main.t.id)
SELECT * FROM t, t
SELECT * FROM t a, t b WHERE a.id = b.id + 1
# -- structs and nested fields
SELECT s.f FROM t
SELECT t.s.f FROM t
SELECT main.t.s.f FROM t
SELECT cat.main.t.s.f FROM t
SELECT (s).g FROM t
SELECT s['f'] FROM t
SELECT struct_extract(s, 'g') FROM t
SELECT s.* FROM t
SELECT unnest(s) FROM t
SELECT t FROM t
SELECT ns.t FROM ns.t
SELECT st.b.c FROM ns.only
SELECT only.st.b.c FROM ns.only
SELECT ns.only.st.b.c FROM ns.only
SELECT ns.only.st.a AS a FROM ns.only WHERE ns.only.st.a > 1
SELECT l[1], l[-1], len(l) FROM t
SELECT l[1:2] FROM t
SELECT unnest(l) FROM t
SELECT id, e FROM t, unnest(l) AS q(e)
SELECT id, e FROM t, unnest(t.l) AS q(e)
SELECT id, e FROM t CROSS JOIN LATERAL (SELECT unnest(t.l) AS e)
SELECT list_transform(l, lambda e: e + 1) FROM t
SELECT list_transform(l, lambda e: e + id) FROM t
SELECT list_filter(l, lambda e: e > 1) FROM t
SELECT [e * 2 FOR e IN l IF e > 1] FROM t
SELECT list_transform([{id: 1}], lambda ns: ns.id) FROM t
SELECT {a: id, b: v} FROM t
SELECT {'k': s.f}.k FROM t
SELECT MAP {id: v} FROM t
SELECT [id, 2] FROM t
SELECT row(id, v) FROM t
# -- stars
SELECT * EXCLUDE (x, s) FROM t
SELECT * EXCLUDE (t.x, s) FROM t
SELECT * EXCLUDE (id) FROM ns.t
SELECT * EXCLUDE (ns.t.n) FROM ns.t
SELECT * REPLACE (id + 1 AS id) FROM ns.t
SELECT * REPLACE (ns.t.id + 1 AS id) FROM ns.t
SELECT * RENAME (id AS key) FROM ns.t
SELECT * RENAME (ns.t.id AS key) FROM ns.t
SELECT t.* EXCLUDE (n) FROM ns.t
SELECT x.* FROM ns.t x
SELECT a.*, b.name FROM t a JOIN u b ON a.id = b.t_id
SELECT * LIKE 'i%' FROM t
SELECT * ILIKE 'I%' FROM t
SELECT COLUMNS('i.*|v') FROM t
SELECT COLUMNS(c -> c LIKE 'i%') FROM t
SELECT COLUMNS(lambda c: c = 'v') FROM t
SELECT COLUMNS(t.*) FROM t
SELECT COLUMNS(* EXCLUDE (s, l, x, d, ts, flag, dec)) FROM t
SELECT min(COLUMNS(* EXCLUDE (s, l))) FROM t
SELECT count(COLUMNS(*)) FROM ns.t
~SELECT coalesce(*COLUMNS(['v'])) FROM t
SELECT ns.t.* FROM ns.t
SELECT count(t.*) FROM t
# -- joins
SELECT t.id, name FROM t JOIN u ON t.id = u.t_id
SELECT t.id, name FROM t INNER JOIN u ON t.id = t_id
SELECT t.id, name FROM t LEFT JOIN u ON t.id = u.t_id
SELECT t.id, name FROM t RIGHT JOIN u ON t.id = u.t_id
SELECT t.id, name FROM t FULL OUTER JOIN u ON t.id = u.t_id
SELECT id FROM t SEMI JOIN u ON t.id = u.t_id
SELECT id FROM t ANTI JOIN u ON t.id = u.t_id
SELECT id, v FROM t NATURAL JOIN (SELECT 1 AS id)
SELECT * FROM ns.t NATURAL LEFT JOIN other.t
SELECT * FROM ns.t NATURAL JOIN ns.only
SELECT * FROM t CROSS JOIN (SELECT 1 AS one)
SELECT t.id, u.id FROM t, u
SELECT t.id, u.id FROM t, u WHERE t.id = u.t_id
SELECT t.id, u.name FROM t ASOF JOIN u ON t.ts >= u.ts
SELECT t.id, u.name FROM t ASOF LEFT JOIN u ON t.id = u.t_id AND t.ts >= u.ts
SELECT t.id, u.name FROM t ASOF JOIN u USING (ts)
SELECT t.id, u.id FROM (FROM t ORDER BY id) t POSITIONAL JOIN (FROM u ORDER BY id) u
SELECT id, name FROM ns.t LEFT JOIN (u JOIN other.t USING (id)) USING (id)
SELECT a.id FROM (t a JOIN u b ON a.id = b.t_id)
SELECT a.id FROM ((t a))
SELECT id FROM (t)
SELECT t.id, q.m FROM t, LATERAL (SELECT max(u.id) AS m FROM u WHERE u.t_id = t.id) q
SELECT t.id, q.m FROM t LEFT JOIN LATERAL (SELECT max(u.id) AS m FROM u WHERE u.t_id = main.t.id) q ON true
SELECT ns.t.id, q.m FROM ns.t, (SELECT max(u.id) AS m FROM u WHERE u.t_id = ns.t.id) q
SELECT t1.id FROM t t1 JOIN t t2 USING (id) JOIN ns.t t3 USING (id)
SELECT id FROM t JOIN ns.t AS n USING (id) WHERE id = 1
SELECT u.name FROM ns.t JOIN u ON ns.t.id = u.t_id AND ns.t.n > 50
# -- subqueries
SELECT * FROM (SELECT id, v FROM t) q
SELECT q.id FROM (SELECT * FROM ns.t) q
SELECT * FROM (SELECT * FROM (SELECT id FROM ns.t WHERE ns.t.id > 1))
SELECT id, (SELECT count(*) FROM u WHERE u.t_id = t.id) AS c FROM t
SELECT id FROM t WHERE id IN (SELECT t_id FROM u)
SELECT id FROM t WHERE id NOT IN (SELECT t_id FROM u WHERE t_id IS NOT NULL)
SELECT id FROM t WHERE (id, v) IN (SELECT id, 'one' FROM t)
SELECT id FROM t WHERE EXISTS (SELECT * FROM u WHERE t_id = t.id)
SELECT id FROM t WHERE NOT EXISTS (FROM u WHERE t_id = t.id)
SELECT id FROM t WHERE id = ANY (SELECT t_id FROM u)
SELECT id FROM t WHERE id >= ALL (SELECT t_id FROM u WHERE t_id < 10)
SELECT id FROM t WHERE id = (SELECT max(t_id) FROM u WHERE t_id < 50)
SELECT ARRAY(SELECT id FROM u ORDER BY id) FROM t LIMIT 1
SELECT id FROM t ORDER BY (SELECT max(name) FROM u WHERE u.t_id = t.id) NULLS LAST, id
SELECT id FROM t LIMIT (SELECT count(*) FROM other.t)
SELECT CASE WHEN id > 2 THEN (SELECT max(n) FROM ns.t) ELSE 0 END AS c FROM t
SELECT count(*) FROM t WHERE id > (SELECT avg(id) FROM t)
SELECT v FROM t AS outer_t WHERE EXISTS (SELECT 1 FROM t WHERE t.id = outer_t.id + 1)
SELECT id, (SELECT count(*) FROM u WHERE u.t_id = t.id) FROM t
SELECT (SELECT max(n) FROM ns.t), 1 AS one, (SELECT max(ns.t.n) FROM ns.t) + 1 FROM u WHERE id = 10
SELECT (((SELECT max(n) FROM ns.t))), -(SELECT min(n) FROM ns.t) FROM u WHERE id = 10
SELECT *, (SELECT max(n) FROM ns.t) FROM u
SELECT (SELECT max(n) FROM ns.t)
SELECT EXISTS (FROM u WHERE u.t_id = t.id), id IN (SELECT t_id FROM u) FROM t
SELECT CASE WHEN id > 1 THEN (SELECT max(n) FROM ns.t) ELSE 0 END FROM t
SELECT * FROM (SELECT (SELECT max(n) FROM ns.t) FROM t)
WITH c AS (SELECT (SELECT max(n) FROM ns.t) FROM t) SELECT * FROM c
SELECT (SELECT max(n) FROM ns.t) UNION ALL SELECT (SELECT min(n) FROM ns.t)
SELECT list_transform([1], lambda e: e + (SELECT max(n) FROM ns.t))
SELECT [(SELECT max(n) FROM ns.t), 1], {'a': (SELECT 'é' FROM "é" LIMIT 1)}
SELECT (SELECT max(id) FROM u) OVER_ FROM t
SELECT sum((SELECT max(id) FROM u)) OVER (ORDER BY id) FROM t
SELECT ns.t.id::VARCHAR || 'x', ns.t.n IS NULL, ns.t.v[1] FROM ns.t
SELECT ns.t.id % 2, count(*) FROM ns.t GROUP BY ns.t.id % 2
SELECT t.*, (SELECT max(other.t.id) FROM other.t WHERE other.t.id = t.id) AS m FROM other.t
SELECT v, (SELECT max(other.t.id) FROM other.t WHERE other.t.id = ns.t.id) AS m FROM ns.t WHERE t.id > 0
# -- CTEs
WITH c AS (SELECT 1 AS a) SELECT * FROM c
WITH c AS (SELECT * FROM t) SELECT id FROM c
WITH c AS MATERIALIZED (SELECT * FROM t) SELECT a.id FROM c a, c b WHERE a.id = b.id
WITH c AS NOT MATERIALIZED (FROM ns.t) SELECT c.id FROM c
WITH c(a, b) AS (SELECT id, v FROM t) SELECT a, b FROM c
WITH t AS (SELECT 42 AS id) SELECT * FROM t
WITH t AS (SELECT 42 AS id) SELECT t.id FROM t
WITH T AS (SELECT 42 AS id) SELECT * FROM "t"
WITH t AS (SELECT 42 AS id) SELECT * FROM main.t
WITH t AS (SELECT 42 AS id) SELECT a.id, b.v FROM t a, ns.t b
WITH t AS (SELECT 42 AS id) SELECT t.id FROM t, ns.only
WITH t AS (SELECT id FROM ns.t) SELECT * FROM t
WITH t AS (SELECT * FROM t WHERE id = 1) SELECT id FROM t
WITH a AS (SELECT id FROM t), b AS (SELECT id FROM a WHERE id > 1) SELECT * FROM b
WITH a AS (SELECT * FROM b), b AS (SELECT 1 AS one) SELECT * FROM a
WITH u AS (SELECT 7 AS id) SELECT (SELECT max(id) FROM u) AS m, (WITH u AS (SELECT 8 AS id) SELECT max(id) FROM u) AS n
WITH u AS (SELECT 7 AS id) SELECT * FROM (WITH u AS (SELECT 8 AS id) SELECT * FROM u), u
SELECT * FROM (WITH u AS (SELECT 8 AS id) SELECT * FROM u) q, u
SELECT id FROM t WHERE id IN (WITH u AS (SELECT 2 AS id) SELECT id FROM u)
WITH u AS (SELECT 1 AS id UNION ALL SELECT 2) SELECT id FROM t WHERE id IN (FROM u)
WITH RECURSIVE r AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM r WHERE i < 5) SELECT * FROM r
WITH RECURSIVE r(i) AS (SELECT min(id) FROM t UNION SELECT i + 1 FROM r WHERE i < (SELECT max(id) FROM t)) SELECT * FROM r
WITH RECURSIVE t AS (SELECT 1 AS id UNION ALL SELECT id + 1 FROM t WHERE id < 3) SELECT * FROM t
WITH RECURSIVE r(a, b) USING KEY (a) AS (SELECT 1, 1 UNION ALL SELECT r.a + 1, r.b * 2 FROM r WHERE r.a < 4) SELECT * FROM r
WITH RECURSIVE r(a, b) USING KEY (a) AS (SELECT 1, 1 UNION ALL SELECT a + 1, (SELECT max(q.b) + 1 FROM recurring.r q) FROM r WHERE a < 4) SELECT * FROM r
WITH RECURSIVE a AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM a WHERE i < 3), b AS (SELECT a.i, t.v FROM a JOIN t ON a.i = t.id) SELECT * FROM b
WITH c AS (SELECT 1 AS x) (SELECT x FROM c UNION ALL SELECT id FROM t)
WITH c AS (SELECT 1 AS x) SELECT x FROM c UNION ALL SELECT id FROM t ORDER BY 1
SELECT 0 AS x UNION ALL (WITH c AS (SELECT 1 AS x) SELECT x FROM c)
WITH c AS (VALUES (1, 'a')) SELECT * FROM c
WITH "x y" AS (SELECT 1 AS a) SELECT "x y".a FROM "x y"
WITH ns AS (SELECT 1 AS t) SELECT ns.t FROM ns
WITH ns AS (SELECT {id: 1} AS t) SELECT ns.t.id FROM ns
WITH ns AS (SELECT {id: 77} AS t) SELECT ns.t.id FROM ns, ns.t
# -- set operations
SELECT id FROM t UNION SELECT id FROM u
SELECT id FROM t UNION ALL SELECT t_id FROM u
SELECT id FROM t INTERSECT SELECT t_id FROM u
SELECT id FROM t EXCEPT SELECT t_id FROM u
SELECT id FROM t EXCEPT ALL SELECT t_id FROM u
SELECT id, v FROM t UNION BY NAME SELECT id, n FROM ns.t
SELECT id FROM t UNION ALL BY NAME SELECT w FROM other.t
(SELECT id FROM t ORDER BY id LIMIT 1) UNION ALL (SELECT id FROM u ORDER BY id LIMIT 1)
SELECT id FROM t UNION ALL SELECT id FROM u ORDER BY id LIMIT 3
FROM t SELECT id UNION ALL FROM u SELECT id
SELECT id FROM t UNION ALL SELECT id FROM ns.t UNION ALL SELECT id FROM other.t UNION SELECT id FROM u
# -- pivots and table functions
SELECT * FROM long_one PIVOT (sum(amount) FOR quarter IN ('q1', 'q2') GROUP BY region)
SELECT * FROM (SELECT region, quarter, amount FROM long_one) PIVOT (sum(amount) FOR quarter IN ('q1', 'q2'))
FROM long_one UNPIVOT (val FOR name IN (region, quarter))
UNPIVOT (SELECT id, region, quarter FROM long_one) ON region, quarter INTO NAME k VALUE w
SELECT p.region FROM main.long_one PIVOT (sum(amount) FOR quarter IN ('q1') GROUP BY region) AS p
SELECT * FROM range(3)
SELECT * FROM range(1, 4) AS r(i)
SELECT * FROM generate_series(1, 3) AS g(i), t WHERE t.id = g.i
SELECT i, id FROM range(3) r(i) LEFT JOIN t ON t.id = r.i
SELECT * FROM repeat('x', 3)
SELECT * FROM repeat_row(1, 'a', num_rows := 2)
SELECT * FROM unnest([1, 2, 3])
SELECT * FROM json_each('{"a": 1, "b": [2]}')
SELECT key, value FROM t, json_each('{"a": 1}') WHERE id = 1
SELECT * FROM (VALUES (1, 'a'), (2, 'b')) AS w(n, m) JOIN t ON t.id = w.n
# -- expressions
SELECT id::VARCHAR, CAST(x AS INTEGER), TRY_CAST(v AS INTEGER) FROM t WHERE id = 1
SELECT id FROM t WHERE v LIKE 'o%' AND v NOT LIKE '%x' AND v ILIKE 'ONE' AND v SIMILAR TO 'o.e'
SELECT id FROM t WHERE v GLOB 'o*' OR v ^@ 'tw' OR starts_with(v, 'fo')
SELECT id FROM t WHERE id BETWEEN 2 AND 4 AND id NOT BETWEEN 3 AND 3
SELECT id FROM t WHERE v IS DISTINCT FROM 'one'
SELECT id FROM t WHERE flag AND NOT flag IS NULL
SELECT id FROM t WHERE flag IS NOT TRUE
SELECT id FROM t WHERE d >= '2020-01-15' AND ts < TIMESTAMP '2021-01-01'
SELECT extract(year FROM d), date_trunc('month', ts), ts + INTERVAL 1 DAY, age(ts, TIMESTAMP '2000-01-01') FROM t
SELECT strftime(ts, '%Y-%m'), ts AT TIME ZONE 'UTC' FROM t
SELECT v COLLATE NOCASE FROM t ORDER BY v COLLATE NOCASE, id
SELECT id % 2, id // 2, id / 2, id ** 2, -id, id & 1, id << 1, ~id, @id FROM t
SELECT v || '!' || coalesce(v, '?'), upper(v), v.upper(), length(v) FROM t
SELECT v.replace('o', '0').upper() FROM t
SELECT substring(v FROM 1 FOR 2), position('n' IN v), trim(both 'o' FROM v), overlay(v PLACING 'X' FROM 1 FOR 1) FROM t
SELECT nullif(v, 'one'), if(flag, 1, 2), ifnull(v, 'z'), greatest(id, 3), CASE v WHEN 'one' THEN 1 END FROM t
SELECT string_agg(v, ',' ORDER BY id), list(id ORDER BY id DESC), first(v ORDER BY id), max_by(v, id) FROM t
SELECT sum(id) FILTER (WHERE flag), count(*) FILTER (id > 2) FROM t
SELECT quantile_cont(id, 0.5), median(id), mode(v), stddev(id) FROM t
SELECT lag(id) OVER (ORDER BY id), first_value(v IGNORE NULLS) OVER (ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 FOLLOWING) FROM t
SELECT id AS a, a + 1 AS b FROM t WHERE a > 2
SELECT id AS v FROM t WHERE v = 'one'
SELECT v AS id FROM t WHERE id = 1
SELECT to_json(s), v->>'$.a', '{"a": 1}'::JSON->'a' FROM t WHERE id = 99
SELECT #1, #2 FROM t
SELECT regexp_matches(v, 'o.*'), regexp_replace(v, 'o', 'x'), string_split(v, 'o') FROM t
SELECT 'it''s', E'a\nb', $$dollar 'q'$$, x'ab', 1_000, 1e3, .5, 0x10, TRUE, NULL
SELECT DATE '2020-01-01', TIME '10:00', INTERVAL '3' MONTH, TIMESTAMPTZ '2020-01-01 00:00:00+02'
SELECT grouping(v), v FROM t GROUP BY ROLLUP (v)
SELECT id FROM t WHERE id IN (1, 2, NULL)
SELECT id FROM t WHERE (id, v) = (1, 'one')
SELECT id FROM t WHERE v = 'FROM u'
SELECT typeof(x), pg_typeof(x), isnan(x), isfinite(x) FROM t WHERE id = 2
SELECT id FROM t USING SAMPLE 100 PERCENT
SELECT id FROM t TABLESAMPLE 100%
SELECT z.id FROM ns.t AS z TABLESAMPLE reservoir(100 ROWS) REPEATABLE (3) WHERE z.id > 1
SELECT q.a FROM t AS q(a) TABLESAMPLE bernoulli(100%)
SELECT id FROM t
SELECT t.id,　'é' FROM ns.t WHERE ns.t.id = 1
SELECT id AS "a b", ' ' FROM ns.t AS q
SELECT id FROM 't'
SELECT id FROM `ns`.`t`
# -- wrong
SELECT nothing FROM t
SELECT id FROM nowhere
SELECT id FROM ns.nowhere
SELECT nowhere.t.id FROM ns.t
SELECT id FROM t WHERE
SELECT t.id FROM u
SELECT sum(id), v FROM t
SELECT unknown_function(id) FROM t
SELECT * FROM t a JOIN u a ON true
SELECT id FROM t UNION SELECT id, v FROM t
SELECT 'x' + DATE '2020-01-01'
SELECT id FROM t GROUP BY
