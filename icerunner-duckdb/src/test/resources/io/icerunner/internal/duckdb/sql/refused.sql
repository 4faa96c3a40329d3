# Statements that must never reach DuckDB. One a line.
# -- reading files and addresses
SELECT * FROM read_csv('/etc/passwd')
SELECT * FROM read_csv_auto('/etc/passwd')
SELECT * FROM read_text('/etc/passwd')
SELECT * FROM read_blob('/proc/self/environ')
SELECT * FROM read_json('/etc/passwd')
SELECT * FROM read_ndjson_objects('/etc/passwd')
SELECT * FROM read_parquet('/data/t.parquet')
SELECT * FROM parquet_scan('/data/t.parquet')
SELECT * FROM READ_PARQUET('/data/t.parquet')
SELECT * FROM main.read_parquet('/data/t.parquet')
SELECT * FROM system.main.read_parquet('/data/t.parquet')
SELECT * FROM "read_parquet"('/data/t.parquet')
SELECT * FROM read_duckdb('/data/x.db')
SELECT * FROM sniff_csv('/etc/passwd')
SELECT * FROM glob('/etc/*')
SELECT * FROM parquet_metadata('/data/t.parquet')
SELECT * FROM parquet_schema('/data/t.parquet')
SELECT * FROM parquet_file_metadata('/data/t.parquet')
SELECT * FROM parquet_kv_metadata('/data/t.parquet')
SELECT * FROM parquet_bloom_probe('/data/t.parquet', 'a', 1)
FROM '/etc/passwd'
FROM '/data/t.parquet'
FROM "/data/t.parquet"
SELECT * FROM '../x.csv'
SELECT * FROM 'file:///etc/passwd'
SELECT * FROM 'http://127.0.0.1/x.parquet'
SELECT * FROM 's3://bucket/x.parquet'
SELECT * FROM data.parquet
SELECT * FROM '/data/*.parquet' AS t
TABLE '/etc/passwd'
SELECT (SELECT content FROM read_text('/etc/passwd'))
SELECT * FROM t WHERE v IN (SELECT content FROM read_text('/etc/passwd'))
SELECT * FROM t, LATERAL (SELECT * FROM read_text(t.v))
WITH c AS (SELECT * FROM read_text('/etc/passwd')) SELECT * FROM c
WITH c AS (FROM '/etc/passwd') SELECT * FROM c
WITH c AS (SELECT 1) SELECT * FROM '/etc/passwd', c
SELECT * FROM (VALUES ((SELECT content FROM read_text('/etc/passwd'))))
SELECT [x FOR x IN (SELECT list(content) FROM read_text('/etc/passwd'))]
SELECT list_transform([1], lambda x: (SELECT max(content) FROM read_text('/etc/passwd')))
SELECT * FROM t ORDER BY (SELECT content FROM read_text('/etc/passwd'))
SELECT * FROM t LIMIT (SELECT count(*) FROM read_text('/etc/passwd'))
SELECT sum(id) FILTER (WHERE EXISTS (FROM read_text('/etc/passwd'))) FROM t
SELECT sum(id) OVER (PARTITION BY (SELECT content FROM read_text('/etc/passwd'))) FROM t
SELECT * FROM range((SELECT count(*) FROM read_text('/etc/passwd')))
SELECT * FROM unnest((SELECT list(content) FROM read_text('/etc/passwd')))
SELECT * FROM t PIVOT (sum(id) FOR v IN (SELECT content FROM read_text('/etc/passwd')))
FROM read_text('/etc/passwd') PIVOT (count(*) FOR size IN (1))
SELECT * REPLACE ((SELECT max(content) FROM read_text('/etc/passwd')) AS id) FROM t
SELECT COLUMNS((SELECT 'id' FROM read_text('/etc/passwd'))) FROM t
SELECT 1 UNION ALL SELECT content FROM read_text('/etc/passwd')
WITH RECURSIVE r AS (SELECT 1 AS i UNION ALL SELECT size FROM read_text('/etc/passwd'), r) FROM r
SELECT DISTINCT ON ((SELECT content FROM read_text('/etc/passwd'))) id FROM t
SELECT id FROM t GROUP BY (SELECT content FROM read_text('/etc/passwd')), id
SELECT id FROM t QUALIFY (SELECT count(*) FROM read_text('/etc/passwd')) > 0
SELECT id FROM t AT (VERSION => (SELECT size FROM read_text('/etc/passwd')))
SELECT id FROM t USING SAMPLE (SELECT 1 FROM read_text('/etc/passwd'))
SELECT CASE WHEN true THEN (SELECT content FROM read_text('/etc/passwd')) END
SELECT (SELECT content FROM read_text('/etc/passwd')) COLLATE NOCASE
SELECT CAST((SELECT content FROM read_text('/etc/passwd')) AS VARCHAR)
SELECT 'a' BETWEEN 'a' AND (SELECT content FROM read_text('/etc/passwd'))
SELECT read_text('/etc/passwd')
SELECT '/etc/passwd'.read_text()
# -- settings, variables, the instance
SELECT current_setting('allowed_paths')
SELECT getvariable('f')
SELECT 'allowed_paths'.current_setting()
SELECT main.current_setting('allowed_paths')
SELECT getenv('HOME')
SELECT nextval('s')
SELECT currval('s')
SELECT setseed(0.5)
SELECT write_log('x')
SELECT current_query()
SELECT sleep_ms(100000)
SELECT pg_sleep(1000)
SELECT current_database()
SELECT current_schemas(true)
SELECT in_search_path('a', 'b')
SELECT has_table_privilege('t', 'select')
SELECT pg_get_viewdef(1)
SELECT to_aggregate_state('x'::BLOB)
SELECT finalize('x'::BLOB)
SELECT __internal_decompress_string(1)
SELECT sum(id) EXPORT_STATE FROM t
SELECT * FROM duckdb_settings()
SELECT * FROM duckdb_tables()
SELECT * FROM duckdb_secrets()
SELECT * FROM duckdb_variables()
SELECT * FROM duckdb_logs
SELECT * FROM duckdb_temporary_files()
SELECT * FROM duckdb_functions()
SELECT * FROM pragma_version()
SELECT * FROM pragma_table_info('t')
SELECT * FROM pragma_database_size()
SELECT * FROM pragma_storage_info('t')
SELECT * FROM information_schema.tables
SELECT * FROM cat.information_schema.tables
SELECT * FROM pg_catalog.pg_class
SELECT * FROM sqlite_master
SELECT * FROM duckdb_columns
SELECT * FROM checkpoint()
SELECT * FROM force_checkpoint()
SELECT * FROM enable_logging()
SELECT * FROM enable_profiling()
SELECT * FROM truncate_duckdb_logs()
SELECT * FROM which_secret('s3://x', 's3')
SELECT * FROM register_external_resource('x')
SELECT * FROM arrow_scan(1, 2, 3)
SELECT * FROM arrow_scan_dumb(1, 2, 3)
SELECT * FROM seq_scan()
SELECT * FROM histogram('t', 'id')
SELECT * FROM test_all_types()
# -- statements in statements
SELECT * FROM query('SELECT 1')
SELECT * FROM query_table('t')
SELECT * FROM query_table(['/etc/passwd'])
SELECT * FROM json_execute_serialized_sql('{}')
SELECT json_serialize_plan('SELECT * FROM read_text(''/etc/passwd'')')
SELECT json_serialize_sql('SELECT 1')
SELECT json_deserialize_sql('{}')
WITH c AS (DELETE FROM t RETURNING *) SELECT * FROM c
WITH c AS (INSERT INTO t VALUES (1)) SELECT 1
WITH c AS (UPDATE t SET id = 1) SELECT 1
WITH c AS (COPY (SELECT 1) TO '/data/evil.parquet') SELECT 1
WITH c AS (COPY (SELECT 1) TO '/data/t.parquet' (FORMAT parquet, USE_TMP_FILE false)) SELECT 1
WITH c AS (MERGE INTO t USING u ON t.id = u.id WHEN MATCHED THEN DELETE) SELECT 1
SELECT (WITH y AS (DELETE FROM t RETURNING *) SELECT count(*) FROM y)
SELECT * FROM (WITH y AS (COPY t TO '/data/evil.csv') SELECT 1)
WITH a AS (WITH b AS (DELETE FROM t) SELECT 1) SELECT 1
SELECT 1 UNION ALL (WITH y AS (DELETE FROM t) SELECT 2)
WITH RECURSIVE r AS (SELECT 1 AS i UNION ALL (WITH y AS (DELETE FROM t) SELECT i FROM r)) FROM r
DESCRIBE t
DESCRIBE '/etc/passwd'
DESCRIBE SELECT * FROM t
SUMMARIZE t
SHOW TABLES
SHOW ALL TABLES
SHOW t
SHOW DATABASES
SELECT * FROM (DESCRIBE t)
SELECT * FROM (SHOW TABLES)
SELECT * FROM (SUMMARIZE '/etc/passwd')
EXPLAIN SELECT 1
EXPLAIN ANALYZE SELECT * FROM t
# -- other statements
COPY t TO '/data/evil.csv'
COPY (SELECT 1) TO '/data/t.parquet' (FORMAT parquet, USE_TMP_FILE false)
COPY t FROM '/etc/passwd'
COPY FROM DATABASE cat TO other
EXPORT DATABASE '/data/x'
IMPORT DATABASE '/data/x'
ATTACH '/data/x.db' AS x
DETACH cat
USE cat
SET threads = 1
SET VARIABLE f = ['/etc/passwd']
RESET threads
SET GLOBAL enable_external_access = true
PRAGMA version
PRAGMA enable_profiling
INSTALL httpfs
LOAD httpfs
FORCE CHECKPOINT
CHECKPOINT
VACUUM
ANALYZE
BEGIN
COMMIT
ROLLBACK
CALL pragma_version()
CALL enable_logging()
PREPARE p AS SELECT 1
EXECUTE p
DEALLOCATE p
CREATE TABLE x (a INTEGER)
CREATE TABLE x AS SELECT 1
CREATE OR REPLACE VIEW t AS SELECT 1
CREATE TEMP VIEW v AS SELECT 1
CREATE MACRO sum(a) AS 1
CREATE FUNCTION upper(a) AS 'x'
CREATE SECRET (TYPE s3)
CREATE SCHEMA x
CREATE SEQUENCE s
CREATE TYPE e AS ENUM ('a')
CREATE INDEX i ON t (id)
ALTER TABLE t ADD COLUMN z INTEGER
DROP TABLE t
DROP SCHEMA ns CASCADE
TRUNCATE t
INSERT INTO t VALUES (1)
UPDATE t SET id = 1
DELETE FROM t
MERGE INTO t USING u ON t.id = u.id WHEN MATCHED THEN DELETE
WITH c AS (SELECT 1) INSERT INTO t SELECT * FROM c
COMMENT ON TABLE t IS 'x'
PIVOT t ON v USING sum(id)
SELECT * FROM (PIVOT t ON v USING sum(id))
# -- more than one
SELECT 1; SELECT 2
SELECT 1; COPY t TO '/data/evil.csv'
SELECT 1; DROP TABLE t;
; SELECT 1
# -- parameters
SELECT ?1
SELECT $name
SELECT ? + $1
SELECT $2
SELECT $0
SELECT id FROM t AT (VERSION => ?)
# -- broken
SELECT 'open
SELECT "open
SELECT /* open
SELECT $$open
SELECT (1
SELECT 1)
SELECT FROM
