"""Parquet files that others wrote, registered in place by the command, are read alike by every reader."""

import datetime as dt
import decimal
import hashlib
import json
import os
import pathlib
import stat
import subprocess

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from conftest import ROOT, Server, duckdb_with_iceberg, get, pyiceberg

TILES = ["1_2", "1_3", "2_0"]
MONTHS = [(1994, 1), (1994, 2), (1995, 12)]


def month(tile, year, number):
    """One month of a tile: 12 points a day, with nulls and a column that is all null."""
    first = dt.date(year, number, 1)
    days = [first + dt.timedelta(days=i) for i in range(31) if (first + dt.timedelta(days=i)).month == number]
    rows = [(day, point) for day in days for point in range(12)]
    seed = int(hashlib.sha256(f"{tile}/{year}/{number}".encode()).hexdigest()[:6], 16)
    return pa.table(
        {
            "date": pa.array([day for day, _ in rows], pa.date32()),
            "lat": pa.array([point % 4 for _, point in rows], pa.int32()),
            "lon": pa.array([point // 4 for _, point in rows], pa.int32()),
            "tmax": pa.array([(seed % 400 + day.day * 7 + point) / 10 for day, point in rows], pa.float64()),
            "feels": pa.array([None if point % 3 == 0 else (seed % 300 + point) / 10 for _, point in rows], pa.float64()),
            "sun": pa.array([None] * len(rows), pa.float64()),
        }
    )


def write_lake(lake):
    manifest = ["tile,year,month,rows"]
    for tile in TILES:
        for year, number in MONTHS:
            folder = lake / f"daily/tile={tile}/year={year}/month={number}"
            folder.mkdir(parents=True)
            table = month(tile, year, number)
            pq.write_table(table, folder / "part.parquet")
            manifest.append(f"{tile},{year},{number},{table.num_rows}")
    (lake / "done.csv").write_text("\n".join(manifest) + "\n")


def register(*arguments):
    """Runs the command and gives its result."""
    done = subprocess.run(
        [ROOT / "icerunner", "register", "--output", "json", *arguments], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def digest(folder):
    """Names, contents and modification times of all files."""
    files = sorted(path for path in pathlib.Path(folder).rglob("*") if path.is_file())
    return [(str(p), hashlib.sha256(p.read_bytes()).hexdigest(), p.stat().st_mtime_ns) for p in files]


@pytest.fixture(scope="module")
def lake(tmp_path_factory):
    """A lake that cannot be written, registered into a warehouse."""
    lake = tmp_path_factory.mktemp("lake")
    write_lake(lake)
    before = digest(lake)
    for path in [lake, *lake.rglob("*")]:
        path.chmod(path.stat().st_mode & ~(stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH))
    warehouse = tmp_path_factory.mktemp("warehouse")
    result = register(
        "--source", f"{lake}/daily", "--manifest", f"{lake}/done.csv", "-n", "climate.daily", "-w", warehouse
    )
    assert (result["units"], result["files"], result["commits"]) == (9, 9, 1)
    yield lake, warehouse, result
    assert digest(lake) == before
    for path in [lake, *lake.rglob("*")]:
        path.chmod(path.stat().st_mode | stat.S_IWUSR)


PROBE = """
    SELECT tile, {month} AS month, count(*) AS n, min(tmax) AS low, max(tmax) AS high,
      avg(tmax) AS mean, count(*) - count(feels) AS nulls, count(sun) AS suns
    FROM {table} GROUP BY ALL ORDER BY ALL"""
MONTH = "extract(year FROM date) * 100 + extract(month FROM date)"


def probe_original(lake):
    source = f"read_parquet('{lake}/daily/*/*/*/*.parquet', hive_partitioning = true, hive_types = {{tile: VARCHAR}})"
    return duckdb.sql(PROBE.format(table=source, month=MONTH)).fetchall()


def test_the_server_answers_as_the_files_do(lake):
    folder, warehouse, result = lake
    server = Server(warehouse)
    try:
        with server.adbc(autocommit=True) as connection, connection.cursor() as cursor:
            cursor.execute(PROBE.format(table="climate.daily", month=MONTH))
            assert cursor.fetchall() == probe_original(folder)
            cursor.execute("SELECT count(*) FROM climate.daily")
            assert cursor.fetchone() == (result["rows"],)
            cursor.execute("SELECT count(*), min(date), max(date) FROM climate.daily WHERE tile = '1_3' AND year = 1995")
            assert cursor.fetchone() == (372, dt.date(1995, 12, 1), dt.date(1995, 12, 31))
        with server.connect() as client:
            assert get(client, b"climate.daily").num_rows == result["rows"]
    finally:
        server.stop()


def test_pyiceberg_answers_as_the_files_do(lake):
    folder, warehouse, result = lake
    table = pyiceberg(warehouse).load_table("climate.daily")
    rows = table.scan().to_arrow()
    assert rows.num_rows == result["rows"]
    assert duckdb.sql(PROBE.format(table="rows", month=MONTH)).fetchall() == probe_original(folder)
    assert len(list(table.scan(row_filter="tile = '2_0' and year = 1994").plan_files())) == 2
    assert table.scan(row_filter="date >= '1995-12-30' and lat = 1").to_arrow().num_rows == 3 * 2 * 3


def test_duckdb_opens_the_bare_folder(lake):
    folder, warehouse, _ = lake
    table = f"iceberg_scan('{warehouse}/climate/daily')"
    connection = duckdb_with_iceberg()
    assert connection.sql(PROBE.format(table=table, month=MONTH)).fetchall() == probe_original(folder)
    assert connection.sql(f"SELECT count(*) FROM {table} WHERE tmax > 1000").fetchone() == (0,)
    assert connection.sql(f"SELECT count(*) FROM {table} WHERE year = 1995 AND tile = '1_2'").fetchone() == (372,)


def test_a_second_run_commits_nothing(lake):
    folder, warehouse, result = lake
    again = register(
        "--source", f"{folder}/daily", "--manifest", f"{folder}/done.csv", "-n", "climate.daily", "-w", warehouse
    )
    assert (again["units"], again["commits"], again["skipped"]) == (0, 0, 9)
    assert again["metadata"] == result["metadata"]


def odd_types(first):
    """Columns as several writers store them; the second file is narrower and lacks a column."""
    moment = dt.datetime(1969, 12, 31, 23, 59, 59, 123000)
    columns = {
        "id": pa.array([1, 2, None], pa.int64() if first else pa.int32()),
        "price": pa.array([decimal.Decimal("1.50"), decimal.Decimal("-2.25"), None], pa.decimal128(9, 2)),
        "moment": pa.array([moment, dt.datetime(2024, 2, 29, 12, 0, 0, 1000), None], pa.timestamp("ms")),
        "zoned": pa.array([moment, None, moment], pa.timestamp("us", "UTC")),
        "small": pa.array([0, 255, None], pa.uint8()),
        "text": pa.array(["a" * 30 + "é", "", None]),
        "list": pa.array([[1, None], [], None], pa.list_(pa.int64())),
        "map": pa.array([[("k", 1.5)], [], None], pa.map_(pa.string(), pa.float64())),
        "nested": pa.array([{"x": 1, "y": "b"}, {"x": None, "y": None}, None], pa.struct([("x", pa.int32()), ("y", pa.string())])),
    }
    if not first:
        del columns["price"]
    return pa.table(columns)


def test_types_of_other_writers_are_read_alike(tmp_path):
    lake, warehouse = tmp_path / "lake", tmp_path / "warehouse"
    for name, first in (("a", True), ("b", False)):
        (lake / f"p={name}").mkdir(parents=True)
        pq.write_table(odd_types(first), lake / f"p={name}/x.parquet", coerce_timestamps=None)
    result = register("--source", lake, "--quiet", "0s", "-n", "odd", "-w", warehouse)
    assert result["rows"] == 6

    def expected(first):
        rows = odd_types(first).to_pylist()
        return [
            {**row, "price": row.get("price"), "map": None if row["map"] is None else dict(row["map"]), "p": "a" if first else "b"}
            for row in rows
        ]

    def normal(table):
        rows = table.to_pylist()
        for row in rows:
            row["map"] = None if row["map"] is None else dict(row["map"])
        return sorted(rows, key=lambda row: (row["p"], row["id"] is None, row["id"]))

    wanted = expected(True) + expected(False)
    server = Server(warehouse)
    try:
        with server.connect() as client:
            assert normal(get(client, b"odd")) == wanted
            assert get(client, b"SELECT id FROM odd WHERE moment < TIMESTAMP '1970-01-01'").num_rows == 2
    finally:
        server.stop()
    table = pyiceberg(warehouse).load_table("default.odd")
    assert normal(table.scan().to_arrow()) == wanted
    assert table.scan(row_filter="moment < '1970-01-01T00:00:00'").to_arrow().num_rows == 2
    extension = duckdb_with_iceberg()
    rows = extension.sql(f"SELECT * FROM iceberg_scan('{warehouse}/default/odd')").arrow()
    rows = rows if isinstance(rows, pa.Table) else rows.read_all()
    assert normal(rows) == wanted


def test_a_run_that_is_not_configured_does_no_harm(tmp_path):
    done = subprocess.run([ROOT / "icerunner", "register"], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0
    assert "--source" in done.stdout
    assert os.listdir(tmp_path) == []
