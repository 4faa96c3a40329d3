"""What IceRunner writes is read by PyIceberg and by DuckDB's iceberg extension, and the reverse."""

import datetime as dt
import decimal
import math
import random
import uuid

import pyarrow as pa

from conftest import Server, duckdb_with_iceberg, get, put, pyiceberg

ORDER = [("id", "ascending")]


def all_types(rows=5000, seed=7):
    """Every type that Iceberg v2 stores, with nulls and extremes."""
    dice = random.Random(seed)

    def column(make, type_):
        return pa.array([None if dice.random() < 0.1 else make(i) for i in range(rows)], type_)

    zone = "UTC"
    epoch = dt.datetime(1970, 1, 1)
    inner = pa.struct([("x", pa.int32()), ("y", pa.string())])
    return pa.table(
        {
            "id": pa.array(range(rows), pa.int64()),
            "b": column(lambda i: i % 3 == 0, pa.bool_()),
            "i": column(lambda i: dice.randint(-(2**31), 2**31 - 1), pa.int32()),
            "l": column(lambda i: dice.randint(-(2**63), 2**63 - 1), pa.int64()),
            "f": column(lambda i: dice.choice([0.0, -0.0, 1.5, math.inf, -math.inf]), pa.float32()),
            "d": column(lambda i: dice.uniform(-1e300, 1e300), pa.float64()),
            "dec9": column(lambda i: decimal.Decimal(dice.randint(-(10**9) + 1, 10**9 - 1)).scaleb(-2), pa.decimal128(9, 2)),
            "dec18": column(lambda i: decimal.Decimal(dice.randint(-(10**18) + 1, 10**18 - 1)).scaleb(-4), pa.decimal128(18, 4)),
            "dec38": column(lambda i: decimal.Decimal(dice.randint(-(10**27), 10**27)).scaleb(-10), pa.decimal128(38, 10)),
            "date": column(lambda i: dt.date(1960, 1, 1) + dt.timedelta(days=i), pa.date32()),
            "time": column(lambda i: dt.time(i % 24, i % 60, i % 60, i), pa.time64("us")),
            "ts": column(lambda i: epoch + dt.timedelta(microseconds=dice.randint(-(2**50), 2**50)), pa.timestamp("us")),
            "tz": column(lambda i: epoch + dt.timedelta(microseconds=dice.randint(-(2**50), 2**50)), pa.timestamp("us", zone)),
            "s": column(lambda i: dice.choice(["", "a", "ü", "🧊", "long " * 50, f"v{i}"]), pa.string()),
            "bin": column(lambda i: dice.randbytes(i % 40), pa.binary()),
            "fixed": column(lambda i: dice.randbytes(5), pa.binary(5)),
            "st": column(lambda i: {"x": i, "y": None if i % 4 else f"y{i}"}, inner),
            "li": column(lambda i: [None if j % 5 == 4 else j for j in range(i % 7)], pa.list_(pa.int64())),
            "ls": column(lambda i: [{"x": j, "y": "z"} for j in range(i % 3)], pa.list_(inner)),
            "mp": column(lambda i: [(f"k{j}", j * 0.5) for j in range(i % 4)], pa.map_(pa.string(), pa.float64())),
        }
    )


def normal(table):
    """Columns as plain values in the order of id, whatever list and string layouts a reader uses."""
    rows = table.sort_by(ORDER)
    return {name: rows[name].to_pylist() for name in rows.column_names}


def assert_same(table, expected):
    """Compares column by column, so that a failure names the column and its first difference."""
    actual = normal(table)
    assert list(actual) == list(expected)
    for name, values in expected.items():
        different = [(i, a, e) for i, (a, e) in enumerate(zip(actual[name], values)) if a != e]
        assert len(actual[name]) == len(values) and not different, f"{name}: {different[:3]}"


def as_pyiceberg_has_it(columns):
    """PyIceberg 0.12 turns a null list of structs into an empty list, when it reads and when it writes."""
    return {**columns, "ls": [value or [] for value in columns["ls"]]}


def test_every_type_is_read_back_the_same_by_three_readers(server, client):
    table = all_types()
    put(client, ["all_types"], table)
    expected = normal(table)
    assert_same(get(client, b"all_types"), expected)

    iceberg = pyiceberg(server.warehouse).load_table("default.all_types")
    assert_same(iceberg.scan().to_arrow(), as_pyiceberg_has_it(expected))

    duck = duckdb_with_iceberg()
    folder = iceberg.location().removeprefix("file://")
    rows = duck.execute(f"SELECT * FROM iceberg_scan('{folder}')").to_arrow_table()
    assert_same(rows, expected)


def test_pyiceberg_prunes_with_our_metrics(server, client):
    put(client, ["pruned"], pa.table({"id": range(1000), "v": [float(i) for i in range(1000)]}))
    put(client, ["pruned"], pa.table({"id": range(1000, 2000), "v": [math.nan] * 1000}))
    scan = pyiceberg(server.warehouse).load_table("default.pruned").scan(row_filter="id >= 1500")
    assert len(list(scan.plan_files())) == 1
    assert scan.to_arrow().num_rows == 500


def test_pyiceberg_appends_to_our_table_and_we_see_it(server, client):
    rows = pa.table({"id": pa.array([1, 2], pa.int64()), "s": ["a", "b"]})
    put(client, ["both"], rows)
    pyiceberg(server.warehouse).load_table("default.both").append(rows)
    assert get(client, b"both").num_rows == 4
    put(client, ["both"], rows)
    assert pyiceberg(server.warehouse).load_table("default.both").scan().to_arrow().num_rows == 6


def test_a_warehouse_made_by_pyiceberg_opens_as_it_is(tmp_path):
    catalog = pyiceberg(tmp_path)
    catalog.create_namespace("default")
    catalog.create_namespace("sales")
    table = all_types(500)
    catalog.create_table("sales.t", schema=table.schema).append(table)
    evolved = catalog.load_table("sales.t")
    with evolved.update_schema() as update:
        update.rename_column("s", "text")
        update.add_column("added", evolved.schema().find_type("l"))
        update.delete_column("bin")
    server = Server(tmp_path)
    try:
        back = get(server.connect(), b"sales.t")
        assert "bin" not in back.column_names and back["added"].null_count == 500
        expected = table.drop_columns(["bin"]).rename_columns({"s": "text"})
        assert_same(back.drop_columns(["added"]), as_pyiceberg_has_it(normal(expected)))
    finally:
        server.stop()


def test_a_uuid_keeps_its_value(server, client):
    values = [uuid.UUID(int=i * 2**100 + i) for i in range(100)]
    storage = pa.array([v.bytes for v in values], pa.binary(16))
    table = pa.table({"id": range(100), "u": pa.ExtensionArray.from_storage(pa.uuid(), storage)})
    put(client, ["uuids"], table)
    assert get(client, b"uuids").sort_by(ORDER)["u"].to_pylist() == values
    scan = pyiceberg(server.warehouse).load_table("default.uuids").scan().to_arrow()
    back = scan.sort_by(ORDER)["u"].to_pylist()
    assert [v if isinstance(v, uuid.UUID) else uuid.UUID(bytes=v) for v in back] == values
