"""Tables of servers that are not ours, and of another IceRunner, mirrored by the command and read by others."""

import datetime as dt
import decimal
import hashlib
import json
import os
import signal
import subprocess
import time
import uuid

import pyarrow as pa
import pyarrow.compute as pc
import pytest

from conftest import ROOT, Server, duckdb_with_iceberg, put, pyiceberg
from foreign_servers import DazzleDuck, MortalProcess, TicketServer, TutorialServer

QUICK = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xlog:disable"


@pytest.fixture(scope="module", autouse=True)
def archive(tmp_path_factory):
    """Keeps the classes that a run loads: those that follow take half the time."""
    global QUICK
    folder = tmp_path_factory.mktemp("archive")
    plain = QUICK
    with TicketServer({"t": pa.table({"id": [1]})}) as server:
        QUICK = f"{plain} -XX:ArchiveClassesAtExit={folder}/classes.jsa"
        mirror(f"{server.uri}/t", folder, "-n", "t")
    QUICK = f"{plain} -XX:SharedArchiveFile={folder}/classes.jsa"
    yield
    QUICK = plain


class Run:
    """A run of the command: its exit code, what it says, and what became of each target."""

    def __init__(self, process):
        out, self.message = process.communicate(timeout=120)
        self.code = process.returncode
        self.tables = {table["target"]: table for table in map(json.loads, out.splitlines())}

    def outcomes(self):
        return {name: table["outcome"] for name, table in self.tables.items()}


def begin(verb, source, warehouse, *options, user=None, password=None):
    """Starts the command; a target other than a warehouse is an option."""
    command = [ROOT / "icerunner", verb, "-s", source, "--output", "json", *options]
    command += ["-w", warehouse] if warehouse else []
    command += ["--user", user] if user else []
    environment = {**os.environ, "ICERUNNER_JAVA_OPTS": QUICK, "ICERUNNER_SOURCE_PASSWORD": password or ""}
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)


def finish(process, code=0):
    run = Run(process)
    assert run.code == code, run.message
    return run


def mirror(*arguments, code=0, **login):
    """Runs one cycle and checks how it ends."""
    return finish(begin("mirror", *arguments, "--one-time", **login), code)


def verify(*arguments, code=0, **login):
    """Compares source and target, and checks whether they are found to be equal."""
    run = finish(begin("verify", *arguments, **login), code)
    assert all(table["equal"] == (code == 0) for table in run.tables.values()) and run.tables
    return run.tables


def by_id(table):
    """Rows as plain values in the order of id."""
    columns = {name: table[name].to_pylist() for name in table.column_names}
    order = sorted(range(table.num_rows), key=lambda row: columns["id"][row])
    return {name: [values[row] for row in order] for name, values in columns.items()}


def same(left, right):
    """Whether rows are equal; tells the first difference of each column if not."""
    assert list(left) == list(right)
    for name, values in right.items():
        different = [(i, a, b) for i, (a, b) in enumerate(zip(left[name], values)) if a != b]
        assert len(left[name]) == len(values) and not different, f"{name}: {different[:3]}"
    return True


def load(warehouse, name):
    return pyiceberg(warehouse).load_table(name)


def rows(warehouse, name):
    """The rows of a target, as PyIceberg and DuckDB's iceberg extension agree that they are."""
    table = load(warehouse, name)
    found = table.scan().to_arrow()
    folder = table.location().removeprefix("file://")
    if table.current_snapshot():
        duck = duckdb_with_iceberg().execute(f"SELECT count(*) FROM iceberg_scan('{folder}')").fetchone()
        assert duck == (found.num_rows,)
    return by_id(found)


def snapshots(warehouse, name):
    return [snapshot.snapshot_id for snapshot in load(warehouse, name).snapshots()]


def record(warehouse, name):
    return json.loads(load(warehouse, name).properties["icerunner.mirror"])


# --- The server of the tutorials


def every_type(batches=4, size=50):
    """What pyarrow can send and Iceberg can hold, in several batches with dictionaries of their own."""
    zone = "Europe/Berlin"
    moment = dt.datetime(1969, 12, 31, 23, 59, 59)
    words_by_key = pa.list_(pa.dictionary(pa.int32(), pa.string()))
    pair = pa.struct([("x", pa.int32()), ("y", pa.large_string())])

    def batch(first):
        numbers = range(first, first + size)

        def column(make, type_):
            return pa.array([None if i % 7 == 3 else make(i) for i in numbers], type_)

        def after(i):
            return moment + dt.timedelta(hours=i)

        words = column(lambda i: f"w{first}-{i % 3}", pa.string())
        storage = column(lambda i: uuid.UUID(int=i << 90).bytes, pa.binary(16))
        return pa.record_batch(
            {
                "id": pa.array(numbers, pa.int64()),
                "dictionary": words.dictionary_encode(),
                "numbers_by_key": column(lambda i: i % 4, pa.int64()).dictionary_encode(),
                "large_string": column(lambda i: "ü" * (i % 30), pa.large_string()),
                "string_view": column(lambda i: "view " * (i % 9), pa.string_view()),
                "large_binary": column(lambda i: bytes([i % 256]) * (i % 20), pa.large_binary()),
                "binary_view": column(lambda i: bytes(i % 40), pa.binary_view()),
                "fixed": column(lambda i: i.to_bytes(5, "big"), pa.binary(5)),
                "uuid": pa.ExtensionArray.from_storage(pa.uuid(), storage),
                "bool": column(lambda i: i % 2 == 0, pa.bool_()),
                "int8": column(lambda i: i % 256 - 128, pa.int8()),
                "uint16": column(lambda i: 2**16 - 1 - i, pa.uint16()),
                "uint64": column(lambda i: 2**64 - 1 - i, pa.uint64()),
                "half": column(lambda i: i / 2, pa.float16()),
                "double": column(lambda i: i / 3, pa.float64()),
                "decimal": column(lambda i: decimal.Decimal(i - 77).scaleb(-2), pa.decimal128(9, 2)),
                "wide_decimal": column(lambda i: decimal.Decimal(10**30 + i).scaleb(-4), pa.decimal256(38, 4)),
                "date": column(lambda i: after(i * 99).date(), pa.date32()),
                "date64": column(lambda i: after(i * 99).date(), pa.date64()),
                "time_s": column(lambda i: dt.time(i % 24, 1, 2), pa.time32("s")),
                "time_us": column(lambda i: dt.time(i % 24, 1, 2, i), pa.time64("us")),
                "moment_s": column(after, pa.timestamp("s")),
                "moment_ns": column(after, pa.timestamp("ns")),
                "zoned_ms": column(after, pa.timestamp("ms", zone)),
                "zoned_us": column(after, pa.timestamp("us", "UTC")),
                "struct": column(lambda i: {"x": i, "y": None if i % 4 else "y"}, pair),
                "list": column(lambda i: [None if j == 2 else j for j in range(i % 5)], pa.list_(pa.int64())),
                "large_list": column(lambda i: [f"{i}", None], pa.large_list(pa.string())),
                "fixed_list": column(lambda i: [i, -i], pa.list_(pa.int32(), 2)),
                "structs": column(lambda i: [{"x": j, "y": "z"} for j in range(1 + i % 3)], pa.list_(pair)),
                "list_view": column(lambda i: [i] * (i % 3), pa.list_view(pa.int64())),
                "run_ends": pc.run_end_encode(column(lambda i: i // 10, pa.int64())),
                "words": column(lambda i: [f"w{i % 3}", None], pa.list_(pa.string())).cast(words_by_key),
                "map": column(lambda i: [(f"k{j}", j * 0.5) for j in range(i % 4)], pa.map_(pa.string(), pa.float64())),
            }
        )

    return pa.Table.from_batches([batch(number * size) for number in range(batches)])


def as_pyiceberg_has_it(columns):
    """PyIceberg 0.12 turns a null list of structs into an empty list; a uuid comes as its bytes or its value."""

    def value(name, x):
        if name == "structs":
            return x or []
        return uuid.UUID(bytes=x) if name == "uuid" and isinstance(x, bytes) else x

    return {name: [value(name, x) for x in values] for name, values in columns.items()}


@pytest.fixture
def tutorial():
    with TutorialServer(
        {
            "types": every_type(),
            "empty": every_type().slice(0, 0),
            "sales.parquet": pa.table({"id": pa.array([1, 2], pa.int64()), "amount": [1.5, None]}),
            "waits": pa.table({"id": [1], "wait": pa.array([5], pa.duration("s"))}),
        }
    ) as server:
        yield server


def test_all_that_a_tutorial_server_lists_is_mirrored(tutorial, tmp_path):
    first = mirror(tutorial.uri, tmp_path, code=1)
    assert "waits" in first.message and "wait" in first.message and "duration" in first.message
    assert not pyiceberg(tmp_path).table_exists("default.waits")
    expected = by_id(tutorial.tables["types"])
    assert same(as_pyiceberg_has_it(rows(tmp_path, "default.types")), as_pyiceberg_has_it(expected))
    assert rows(tmp_path, "default.empty") == {name: [] for name in expected}
    sales = ("default", "sales.parquet")
    assert rows(tmp_path, sales) == {"id": [1, 2], "amount": [1.5, None]}

    del tutorial.tables["waits"]
    before = {name: snapshots(tmp_path, name) for name in ("default.types", "default.empty", sales)}
    tutorial.tables["empty"] = every_type(1)
    tutorial.tables["sales.parquet"] = pa.table({"id": pa.array([2, 1], pa.int64()), "amount": [None, 1.5]})
    second = mirror(tutorial.uri, tmp_path)
    assert set(second.outcomes()) == {"default.types", "default.empty", "default.sales.parquet"}
    assert snapshots(tmp_path, "default.types") == before["default.types"]
    assert len(rows(tmp_path, "default.empty")["id"]) == 50


def test_content_that_changed_takes_the_place_of_what_was(tmp_path):
    def table(values):
        return pa.table({"id": pa.array(range(len(values)), pa.int64()), "v": values})

    with TicketServer({"by_name": table(["a", "b", "c"])}) as server:
        source = f"{server.uri}/by_name"
        mirror(source, tmp_path, "-n", "kept.copy")
        assert rows(tmp_path, "kept.copy") == {"id": [0, 1, 2], "v": ["a", "b", "c"]}
        before = snapshots(tmp_path, "kept.copy")
        again = mirror(source, tmp_path, "-n", "kept.copy")
        assert again.outcomes() == {"kept.copy": "unchanged"}
        assert snapshots(tmp_path, "kept.copy") == before

        server.tables["by_name"] = table(["a", "x"])
        third = mirror(source, tmp_path, "-n", "kept.copy")
        assert third.outcomes() == {"kept.copy": "replaced"}
        assert rows(tmp_path, "kept.copy") == {"id": [0, 1], "v": ["a", "x"]}
        assert record(tmp_path, "kept.copy")["rows"] == 2


def write(folder, name, table, batch_rows):
    with pa.ipc.new_file(folder / f"{name}.arrow", table.schema) as writer:
        writer.write_table(table, batch_rows)


def test_a_server_that_dies_half_way_leaves_nothing(tmp_path):
    lake, warehouse = tmp_path / "lake", tmp_path / "warehouse"
    lake.mkdir()
    table = pa.table({"id": pa.array(range(5000), pa.int64()), "v": [f"value {i}" for i in range(5000)]})
    write(lake, "dying", table, 500)
    server = MortalProcess(lake, 6)
    arguments = (f"{server.uri}/dying", warehouse, "-n", "copy")
    mirror(*arguments, "--patience", "1s", code=1)
    assert server.process.wait(timeout=10) == 9
    assert not pyiceberg(warehouse).table_exists("default.copy") or not snapshots(warehouse, "default.copy")

    again = MortalProcess(lake, 8, server.port)
    patient = begin("mirror", *arguments, "--one-time")
    assert again.process.wait(timeout=60) == 9
    alive = MortalProcess(lake, 1000, server.port)
    try:
        assert "trying again" in finish(patient).message
    finally:
        alive.stop()
    assert rows(warehouse, "default.copy") == by_id(table)
    assert len(snapshots(warehouse, "default.copy")) == 1


def test_rows_that_were_announced_and_did_not_come_are_missed(tmp_path):
    with TutorialServer({"short": pa.table({"id": pa.array(range(100), pa.int64())})}) as server:
        server.announced["short"] = 101
        run = mirror(f"{server.uri}/short", tmp_path, "-n", "short", "--patience", "1s", code=1)
        assert "101" in run.message and "100" in run.message
        assert not pyiceberg(tmp_path).table_exists("default.short") or not snapshots(tmp_path, "default.short")


def test_a_target_may_be_at_another_icerunner(tutorial, tmp_path):
    target = Server(tmp_path)
    try:
        arguments = (tutorial.uri, None, "--target", target.uri, "--include", "types,sales*", "--name-template", "far.{table}")
        mirror(*arguments)
        types = as_pyiceberg_has_it(rows(tmp_path, "far.types"))
        assert same(types, as_pyiceberg_has_it(by_id(tutorial.tables["types"])))
        tutorial.tables["types"] = every_type(1)
        outcomes = mirror(*arguments).outcomes()
        assert outcomes == {"far.types": "replaced", "far.sales.parquet": "unchanged"}
        assert len(rows(tmp_path, "far.types")["id"]) == 50
    finally:
        target.stop()


# --- DuckDB behind somebody else's Flight SQL

SCRIPT = """
CREATE TABLE events (id BIGINT, "at" TIMESTAMP, name VARCHAR);
INSERT INTO events SELECT i, TIMESTAMP '2024-01-01' + to_seconds(i // 4), 'n' || i FROM range(100) r(i);
CREATE SCHEMA other;
CREATE TABLE other.kinds (id INTEGER, d DECIMAL(12, 3), day DATE, zoned TIMESTAMPTZ, b BOOLEAN, f DOUBLE, u UUID,
  l INTEGER[], s STRUCT(x INTEGER, y VARCHAR), h HUGEINT, bin BLOB);
INSERT INTO other.kinds SELECT i, i / 8, DATE '2024-02-28' + i::INTEGER, TIMESTAMPTZ '2024-02-29 00:00:00+01' + to_hours(i),
  i % 2 = 0, i / 3, NULL, [i, NULL], {'x': i, 'y': NULL}, 1000000000000000000000000000000::HUGEINT + i, 'ab'::BLOB FROM range(10) r(i);
INSERT INTO other.kinds (id) VALUES (99);
CREATE TABLE other.waits (id INTEGER, wait INTERVAL);
CREATE VIEW seen AS SELECT id FROM events WHERE id < 3;
"""
def login(password=DazzleDuck.USER["password"]):
    return {"user": DazzleDuck.USER["username"], "password": password}


@pytest.fixture(scope="module")
def dazzleduck(tmp_path_factory):
    server = DazzleDuck(tmp_path_factory.mktemp("dazzleduck"), SCRIPT)
    yield server
    server.stop()


def test_the_tables_of_a_duckdb_server_are_found_and_copied(dazzleduck, tmp_path):
    run = mirror(dazzleduck.uri, tmp_path, code=1, **login())
    assert "waits" in run.message and "wait" in run.message
    for name, source in {"main.events": "main.events", "other.kinds": "other.kinds", "main.seen": "main.seen"}.items():
        expected = dazzleduck.execute(f"SELECT * FROM {source}")
        assert same(rows(tmp_path, name), by_id(expected))
    again = mirror(dazzleduck.uri, tmp_path, "--exclude", "*waits*", **login())
    assert set(again.outcomes().values()) == {"unchanged"}
    equal = verify(dazzleduck.uri, tmp_path, "--include", "other.kinds,main.events", **login())
    assert set(equal) == {"main.events", "other.kinds"}


def test_a_duckdb_server_is_not_read_without_its_password(dazzleduck, tmp_path):
    refused = mirror(dazzleduck.uri, tmp_path, code=1, **login("wrong"))
    assert "refuses the log-in" in refused.message and "wrong" not in refused.message
    assert len(refused.message.splitlines()) == 1
    assert not any(tmp_path.rglob("*.parquet"))


def test_a_column_that_grows_is_followed_with_ties_and_new_columns(dazzleduck, tmp_path):
    dazzleduck.execute("CREATE TABLE log AS SELECT * FROM events")
    source = f"{dazzleduck.uri}/main.log"

    def follow(*options):
        run = mirror(source, tmp_path, "-n", "log", "--cursor", "at", *options, **login())
        assert same(rows(tmp_path, "default.log"), by_id(dazzleduck.execute("SELECT * FROM log")))
        return run.tables["default.log"]["rows"]

    assert follow() == 100
    last = "(SELECT max(\"at\") FROM log)"
    dazzleduck.execute(
        f"INSERT INTO log VALUES (1000, {last}, 'tie'), (1001, {last}, 'tie')",
        f"INSERT INTO log SELECT i, {last} + to_seconds(i), 'later' FROM range(1, 4) r(i)",
        "UPDATE log SET id = id + 2000 WHERE name = 'later'",
    )
    assert follow() == 5
    before = snapshots(tmp_path, "default.log")
    assert follow() == 0
    assert snapshots(tmp_path, "default.log") == before
    dazzleduck.execute(
        "ALTER TABLE log ADD COLUMN more DOUBLE",
        f"INSERT INTO log VALUES (3000, {last}, NULL, 2.5), (3001, {last} + to_seconds(1), NULL, NULL)",
    )
    assert follow() == 2
    dazzleduck.execute(f"INSERT INTO log VALUES (4000, {last} - to_seconds(20), 'late', NULL)")
    assert follow("--look-back", "1m") == 1


# --- Another IceRunner


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("source"))
    yield server
    server.stop()


def some(first, last, **more):
    ids = pa.array(range(first, last), pa.int64())
    return pa.table({"id": ids, "name": pa.array([f"n{i}" for i in range(first, last)], pa.string()), **more})


def equal(source, target, name):
    return same(rows(target, name), by_id(load(source.warehouse, name).scan().to_arrow()))


def test_a_catalog_of_another_icerunner_is_followed(source, tmp_path):
    target = tmp_path / "target"
    with source.connect() as client:
        put(client, ["sales", "orders"], some(0, 1000))
        put(client, ["sales", "empty"], some(0, 0))
        put(client, ["people"], some(0, 10))
    mirror(source.uri, target)
    names = ("sales.orders", "sales.empty", "default.people")
    for name in names:
        assert equal(source, target, name)

    orders = load(source.warehouse, "sales.orders")
    orders.append(some(1000, 1100))
    orders.append(some(1100, 1150))
    people = snapshots(target, "default.people")
    second = mirror(source.uri, target)
    assert second.tables["sales.orders"]["rows"] == 150
    assert snapshots(target, "default.people") == people
    assert all(equal(source, target, name) for name in names)

    with orders.update_schema() as update:
        update.rename_column("name", "title")
        update.add_column("more", orders.schema().find_type("id"))
    orders.append(some(1150, 1160, more=pa.array(range(10), pa.int64())).rename_columns(["id", "title", "more"]))
    third = mirror(source.uri, target)
    assert third.tables["sales.orders"]["rows"] == 10
    assert all(equal(source, target, name) for name in names)
    assert rows(target, "sales.orders")["title"][:2] == ["n0", "n1"]

    orders.overwrite(some(5, 8, more=pa.array([None] * 3, pa.int64())).rename_columns(["id", "title", "more"]))
    fourth = mirror(source.uri, target)
    assert fourth.outcomes()["sales.orders"] == "replaced"
    assert all(equal(source, target, name) for name in names)


def contents(warehouse, name):
    """What is in the data files of a table, whatever they are called."""
    locations = load(warehouse, name).inspect.files()["file_path"].to_pylist()
    return sorted(hashlib.sha256(open(path.removeprefix("file://"), "rb").read()).hexdigest() for path in locations)


def test_large_data_files_of_any_writer_are_copied_as_they_are(source, tmp_path):
    target, name = tmp_path / "target", "sales.large"

    def large(first):
        ids = range(first, first + 2000)
        point = pa.array([{"x": i / 3, "tags": [f"t{i}", None]} for i in ids])
        return pa.table({"id": pa.array(ids, pa.int64()), "noise": [os.urandom(1500) for _ in ids], "point": point})

    with source.connect() as client:
        put(client, ["sales", "large"], large(0))
    table = load(source.warehouse, name)
    table.append(large(2000))
    first = mirror(source.uri, target, "--include", name)
    assert first.tables[name]["rows"] == 4000
    assert equal(source, target, name)
    assert contents(target, name) == contents(source.warehouse, name)

    with table.update_schema() as update:
        update.rename_column("noise", "sound")
    table.append(large(4000).rename_columns(["id", "sound", "point"]))
    mirror(source.uri, target, "--include", name)
    assert equal(source, target, name)
    assert contents(target, name) == contents(source.warehouse, name)
    found = load(target, name).scan("id >= 1990 and id < 2010").to_arrow()
    assert sorted(found["id"].to_pylist()) == list(range(1990, 2010))
    verify(source.uri, target, "--include", name)

    by_rows = tmp_path / "rows"
    mirror(source.uri, by_rows, "--include", name, "--no-file-copies")
    assert equal(source, by_rows, name)
    assert len(contents(by_rows, name)) == 1


def test_a_table_that_was_made_again_stops_the_mirror_until_told(source, tmp_path):
    target = tmp_path / "target"
    catalog = pyiceberg(source.warehouse)
    with source.connect() as client:
        put(client, ["again"], some(0, 100))
    mirror(f"{source.uri}/again", target, "-n", "again")

    catalog.drop_table("default.again")
    catalog.create_table("default.again", schema=some(0, 0).schema).append(some(500, 530))
    before = rows(target, "default.again")
    stopped = mirror(f"{source.uri}/again", target, "-n", "again", code=1)
    assert "default.again" in stopped.message and "resync" in stopped.message
    assert rows(target, "default.again") == before
    resync = mirror(f"{source.uri}/again", target, "-n", "again", "--on-loss", "resync")
    assert resync.outcomes() == {"default.again": "replaced"}
    assert equal(source, target, "default.again")


def test_a_position_that_was_rolled_back_or_expired_is_noticed(source, tmp_path):
    with source.connect() as client:
        put(client, ["lost"], some(0, 10))
    table = load(source.warehouse, "default.lost")
    first = table.current_snapshot().snapshot_id
    table.append(some(10, 20))
    arguments = (f"{source.uri}/lost", tmp_path, "-n", "lost")
    mirror(*arguments)

    table.manage_snapshots().set_current_snapshot(first).commit()
    back = mirror(*arguments, code=1)
    assert "resync" in back.message and len(rows(tmp_path, "default.lost")["id"]) == 20
    mirror(*arguments, "--on-loss", "resync")
    assert equal(source, tmp_path, "default.lost")

    table.append(some(20, 30))
    table.maintenance.expire_snapshots().by_id(first).commit()
    expired = mirror(*arguments, code=1)
    assert str(first) in expired.message and "resync" in expired.message
    assert rows(tmp_path, "default.lost")["id"] == list(range(10))


def test_verify_reads_the_source_as_it_was_and_names_what_differs(source, tmp_path):
    with source.connect() as client:
        put(client, ["verified"], some(0, 100))
    arguments = (f"{source.uri}/verified", tmp_path, "-n", "verified")
    mirror(*arguments)
    load(source.warehouse, "default.verified").append(some(100, 120))
    assert verify(*arguments)["default.verified"]["source-rows"] == 100
    copy = load(tmp_path, "default.verified")
    copy.overwrite(some(5, 6).set_column(1, "name", pa.array(["wrong"])), overwrite_filter="id = 5")
    wrong = verify(*arguments, code=1)["default.verified"]
    assert [difference["column"] for difference in wrong["differences"]] == ["name"]


def test_a_mirror_follows_until_it_is_stopped_and_goes_on_after_it_was_killed(source, tmp_path):
    with source.connect() as client:
        put(client, ["followed"], some(0, 100))
    table = load(source.warehouse, "default.followed")
    arguments = (f"{source.uri}/followed", tmp_path, "-n", "followed", "-i", "1")

    def wait_for(count):
        end = time.monotonic() + 60
        while time.monotonic() < end:
            if pyiceberg(tmp_path).table_exists("default.followed"):
                if load(tmp_path, "default.followed").scan().count() == count:
                    return
            time.sleep(0.2)
        pytest.fail(f"the target has not come to {count} rows")

    for number, end in enumerate((signal.SIGKILL, signal.SIGTERM)):
        running = begin("mirror", *arguments)
        wait_for(100 + 20 * number)
        for first in (100 + 20 * number, 110 + 20 * number):
            table.append(some(first, first + 10))
            wait_for(first + 10)
        running.send_signal(end)
        stopped = finish(running, -end if end == signal.SIGKILL else 128 + end)
    assert "goes on from here" in stopped.message
    assert equal(source, tmp_path, "default.followed")
