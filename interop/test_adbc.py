"""ADBC's Flight SQL driver: queries, parameters, ingest and metadata."""

import datetime as dt
import decimal

import pyarrow as pa
import pytest

ROWS = pa.table({"id": pa.array([1, 2, 3], pa.int64()), "name": ["a", None, "ü"]})


def fetch(connection, sql, parameters=None):
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        return cursor.fetch_arrow_table()


def ingest(connection, table, data, mode, **options):
    with connection.cursor() as cursor:
        return cursor.adbc_ingest(table, data, mode=mode, **options)


def test_a_query_gives_the_announced_schema(adbc):
    ingest(adbc, "q", ROWS, "create")
    table = fetch(adbc, "SELECT id, name, count(*) OVER () AS n FROM q ORDER BY id")
    assert table.schema.names == ["id", "name", "n"]
    assert table["name"].to_pylist() == ["a", None, "ü"]
    assert fetch(adbc, "SELECT * FROM q WHERE false").num_rows == 0


def test_a_sum_of_integers_is_an_exact_decimal(adbc):
    ingest(adbc, "summed", pa.table({"id": pa.array([2**63 - 1] * 3, pa.int64())}), "create")
    table = fetch(adbc, "SELECT sum(id) AS s FROM summed")
    assert table.schema.field("s").type == pa.decimal128(38, 0)
    assert table["s"].to_pylist() == [decimal.Decimal(3 * (2**63 - 1))]


def test_an_open_cursor_sees_new_rows_when_it_runs_again(adbc):
    ingest(adbc, "kept", ROWS, "create")
    with adbc.cursor() as cursor:
        cursor.execute("SELECT count(*) AS n FROM kept")
        assert cursor.fetchone() == (3,)
        ingest(adbc, "kept", ROWS, "append")
        cursor.execute("SELECT count(*) AS n FROM kept")
        assert cursor.fetchone() == (6,)


@pytest.mark.parametrize(
    "value",
    [
        7,
        -(2**63),
        2.5,
        "ü",
        True,
        b"\x00\xff",
        None,
        dt.date(1969, 12, 31),
        dt.datetime(2024, 2, 29, 12, 30, 1, 5),
        dt.datetime(2024, 2, 29, 12, 30, 1, 5, tzinfo=dt.timezone.utc),
        dt.time(23, 59, 59, 999999),
        decimal.Decimal("-12345.678"),
    ],
    ids=repr,
)
def test_a_parameter_of_every_type_comes_back(adbc, value):
    table = fetch(adbc, "SELECT ? AS v", [value])
    assert table["v"].to_pylist() == [value]


def test_parameters_filter_also_with_null(adbc):
    ingest(adbc, "p", ROWS, "create")
    by_id = "SELECT name FROM p WHERE id = ?"
    assert fetch(adbc, by_id, [3])["name"].to_pylist() == ["ü"]
    same = "SELECT id FROM p WHERE name IS NOT DISTINCT FROM ?"
    assert fetch(adbc, same, [None])["id"].to_pylist() == [2]


def test_too_few_parameters_are_refused(adbc):
    with pytest.raises(adbc.Error):
        fetch(adbc, "SELECT 1 WHERE 1 = ? AND 2 = ?", [1])
    assert fetch(adbc, "SELECT 1 AS one")["one"].to_pylist() == [1]


def test_ingest_in_four_modes(adbc):
    assert ingest(adbc, "modes", ROWS, "create") == 3
    with pytest.raises(adbc.Error, match="exist"):
        ingest(adbc, "modes", ROWS, "create")
    assert ingest(adbc, "modes", ROWS, "append") == 3
    with pytest.raises(adbc.Error, match="missing_table"):
        ingest(adbc, "missing_table", ROWS, "append")
    assert fetch(adbc, "SELECT count(*) AS n FROM modes")["n"].to_pylist() == [6]
    assert ingest(adbc, "modes", ROWS, "replace") == 3
    assert fetch(adbc, "SELECT count(*) AS n FROM modes")["n"].to_pylist() == [3]
    assert ingest(adbc, "modes", ROWS, "create_append") == 3
    assert ingest(adbc, "modes_new", ROWS, "create_append") == 3
    assert fetch(adbc, "SELECT count(*) AS n FROM modes")["n"].to_pylist() == [6]


def test_ingest_into_a_namespace(adbc):
    ingest(adbc, "t", ROWS, "create", db_schema_name="deep")
    assert fetch(adbc, "SELECT count(*) AS n FROM deep.t")["n"].to_pylist() == [3]


def test_an_ingest_of_no_batches_ends(adbc):
    empty = pa.RecordBatchReader.from_batches(ROWS.schema, [])
    ingest(adbc, "no_batches", ROWS, "create")
    try:
        ingest(adbc, "no_batches", empty, "append")
    except adbc.Error:
        pass  # The client sends no message at all; an answer is all that is asked.
    assert fetch(adbc, "SELECT count(*) AS n FROM no_batches")["n"].to_pylist() == [3]


def test_a_temporary_ingest_is_refused(adbc):
    with pytest.raises(adbc.Error):
        ingest(adbc, "t", ROWS, "create", temporary=True)


def test_objects_are_listed_at_every_depth(adbc):
    ingest(adbc, "object_table", ROWS, "create_append")
    for depth in ("catalogs", "db_schemas", "tables", "all"):
        objects = adbc.adbc_get_objects(depth=depth).read_all().to_pylist()
        assert len(objects) == 1, depth
    schemas = {s["db_schema_name"]: s for s in objects[0]["catalog_db_schemas"]}
    tables = {t["table_name"]: t for t in schemas["default"]["db_schema_tables"]}
    columns = tables["object_table"]["table_columns"]
    assert [c["column_name"] for c in columns] == ["id", "name"]
    assert tables["object_table"]["table_type"] == "TABLE"


def test_a_table_schema_is_told(adbc):
    ingest(adbc, "with_schema", ROWS, "create_append")
    assert adbc.adbc_get_table_schema("with_schema").names == ["id", "name"]


def test_the_driver_is_told_who_serves(adbc):
    info = adbc.adbc_get_info()
    assert info["vendor_name"].lower().startswith("icerunner")
    assert adbc.adbc_get_table_types() == ["TABLE"]


def test_what_is_not_supported_says_so(adbc):
    for sql in ("DELETE FROM with_schema", "INSERT INTO with_schema VALUES (1, 'x')"):
        with pytest.raises(adbc.NotSupportedError):
            fetch(adbc, sql)
    with pytest.raises(adbc.ProgrammingError, match="(?i)syntax"):
        fetch(adbc, "SELEC 1")
    with pytest.raises(adbc.ProgrammingError, match="no_such_table"):
        fetch(adbc, "SELECT * FROM no_such_table")
    with pytest.raises(adbc.Error, match="(?i)conver"):
        fetch(adbc, "SELECT CAST(name AS INTEGER) FROM (VALUES ('x')) AS t(name)")
    assert fetch(adbc, "SELECT 1 AS one")["one"].to_pylist() == [1]
