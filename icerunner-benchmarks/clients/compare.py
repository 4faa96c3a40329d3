"""One run, several ways of doing the same work in turns, the median of each and the ratios."""

import argparse
import contextlib
import multiprocessing
import pathlib
import re
import shutil
import signal
import statistics
import subprocess
import tempfile
import time

import adbc_driver_flightsql.dbapi
import duckdb
import pyarrow as pa
import pyarrow.flight as flight
import pyarrow.parquet as pq

import peers

ROOT = pathlib.Path(__file__).resolve().parents[2]

BENCH_TABLE = """
SELECT i AS id,
       make_timestamptz(1700000000000000 + i * 1000000) AS ts,
       'device-' || (hash(i) % 5000) AS device,
       'site-' || (hash(i + 7) % 50) AS site,
       ['ok', 'warn', 'fail', 'off'][1 + (hash(i + 3) % 4)::INT] AS status,
       CASE WHEN hash(i + 1) % 50 <> 0 THEN 20 + (hash(i + 2) % 10000) / 1000.0 END::DOUBLE AS temp,
       (hash(i + 4) % 100000) / 1000.0::DOUBLE AS hum,
       1000 + (hash(i + 5) % 1000000) / 10000.0::DOUBLE AS pressure,
       (hash(i + 6) % 10000000) / 100.0::DOUBLE AS price,
       (hash(i + 8) % 1000)::BIGINT AS qty,
       hash(i + 9) % 3 = 0 AS ok,
       CASE WHEN hash(i + 10) % 20 <> 0 THEN 'message number ' || (hash(i + 11) % 100000) END AS msg,
       (hash(i + 12) % 1000000)::BIGINT AS session,
       (i * 7)::BIGINT AS seq
FROM range({rows}) AS t(i)
"""


@contextlib.contextmanager
def product(folder):
    """IceRunner as a user starts it."""
    command = [ROOT / "icerunner", "serve", "-w", folder, "-p", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    start = time.time()
    try:
        for line in process.stdout:
            if found := re.search(r"grpc://\S+", line):
                print(f"{'server up after':44s} {time.time() - start:8.2f} s")
                yield found.group()
                break
        else:
            raise RuntimeError("the server did not start")
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()


@contextlib.contextmanager
def peer_server(parquet, folder):
    address = multiprocessing.Queue()
    process = multiprocessing.Process(target=peers.serve, args=(address, parquet, folder), daemon=True)
    process.start()
    try:
        yield address.get(timeout=120)
    finally:
        process.kill()


def get(client, name):
    size = 0
    for chunk in client.do_get(flight.Ticket(name)):
        size += chunk.data.nbytes
    return size


def put(client, name, rows):
    writer, answers = client.do_put(flight.FlightDescriptor.for_path(name), rows.schema)
    writer.write_table(rows, 65536)
    writer.done_writing()
    while answers.read() is not None:
        pass
    writer.close()
    return rows.nbytes


def throughput(title, ways, warm, rounds):
    """ways: name → call that gives the bytes it moved. 'product' is compared with the others."""
    for call in ways.values():
        for _ in range(warm):
            call()
    speeds = {name: [] for name in ways}
    for _ in range(rounds):
        for name, call in ways.items():
            start = time.time()
            size = call()
            speeds[name].append(size / 1e6 / (time.time() - start))
    for name, figures in speeds.items():
        print(f"{title + ' ' + name:44s} {statistics.median(figures):8.0f} MB/s")
    for name in speeds.keys() - {"product"}:
        ratio = statistics.median(a / b for a, b in zip(speeds["product"], speeds[name]))
        print(f"{title + ' product / ' + name:44s} {ratio:8.2f} x")


def latency(title, call, rounds, warm=30):
    for _ in range(warm):
        call()
    times = []
    for _ in range(rounds):
        start = time.time()
        call()
        times.append((time.time() - start) * 1e3)
    times.sort()
    p50, p95 = times[rounds // 2], times[int(rounds * 0.95)]
    print(f"{title:44s} {p50:8.2f} ms p50 {p95:8.2f} ms p95", flush=True)
    return p50


def bulk(args, work):
    parquet = work / "bench.parquet"
    duckdb.execute(
        f"COPY ({BENCH_TABLE.format(rows=args.rows)}) TO '{parquet}'"
        " (FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL 3)"
    )
    rows = pq.read_table(parquet)
    print(f"bench table: {rows.num_rows:,} rows, {rows.nbytes / 1e6:.0f} MB of Arrow")
    warehouse = work / "warehouse"
    folder = work / "peers"
    folder.mkdir()
    with product(warehouse) as ours, peer_server(parquet, folder) as theirs:
        client, peer = flight.connect(ours), flight.connect(theirs)
        put(client, "bench_read", rows)
        if "put" in args.what:
            ways = {
                "product": lambda: put(client, "bench_written", rows),
                "baseline": lambda: put(peer, "written", rows),
            }
            throughput("put", ways, 3, args.rounds)
            for title, data in (("product", warehouse), ("baseline", folder)):
                sizes = [f.stat().st_size for f in data.rglob("*.parquet")]
                per_table = sum(sizes) / 1e6 * rows.num_rows / parquet_rows(data)
                print(f"{'put file size ' + title:44s} {per_table:8.1f} MB")
        if "get" in args.what:
            ways = {
                "product": lambda: get(client, b"bench_read"),
                "baseline": lambda: get(peer, b"baseline"),
                "composed": lambda: get(peer, b"composed"),
                "memory": lambda: get(peer, b"memory"),
            }
            throughput("get", ways, 10, args.rounds)


def parquet_rows(folder):
    return sum(pq.read_metadata(f).num_rows for f in folder.rglob("*.parquet"))


def small(args, work):
    rows = pa.table({"id": pa.array(range(1000), pa.int64()), "v": [f"x{i}" for i in range(1000)]})
    folder = work / "small-peers"
    folder.mkdir()
    table = peers.open_catalog(folder).create_table("bench.hundred", schema=rows.schema)
    for _ in range(100):
        table.append(rows)
    duck = peers.open_duckdb()
    aggregate = "SELECT count(*), sum(id) FROM {} WHERE id < 500"
    scan = f"iceberg_scan('{folder}/bench/hundred', version='?', allow_moved_paths=true)"
    theirs = latency("aggregate, 100 files: DuckDB iceberg_scan", lambda: duck.execute(aggregate.format(scan)).fetchall(), 40)
    appended = latency("append of 1,000 rows: PyIceberg", lambda: table.append(rows), 20, 3)

    with product(work / "small") as uri:
        client = flight.connect(uri)
        put(client, "thousand", rows)
        for _ in range(100):
            put(client, "hundred", rows)

        def read(ticket):
            return lambda: client.do_get(flight.Ticket(ticket)).read_all()

        latency("get of 1,000 rows by name", read(b"thousand"), 400)
        latency("SELECT 1 by raw ticket", read(b"SELECT 1"), 1000)
        ours = latency("aggregate, 100 files: product", read(aggregate.format("hundred").encode()), 200)
        print(f"{'aggregate, DuckDB / product':44s} {theirs / ours:8.2f} x")
        put_time = latency("put of 1,000 rows: product", lambda: put(client, "puts", rows), 100)
        print(f"{'append, PyIceberg / product':44s} {appended / put_time:8.2f} x")
        with adbc_driver_flightsql.dbapi.connect(uri, autocommit=True) as adbc, adbc.cursor() as cursor:

            def kept():
                cursor.execute("SELECT 1")
                cursor.fetch_arrow_table()

            latency("SELECT 1 by a kept ADBC cursor", kept, 400)


def info(args, work):
    """GetFlightInfo on a table of many files, made by appends that share their data file."""
    rows = pa.table({"id": pa.array([1], pa.int64())})
    with product(work / "info") as uri:
        client = flight.connect(uri)
        for _ in range(args.files):
            put(client, "many", rows)
        descriptor = flight.FlightDescriptor.for_path("many")
        latency(f"GetFlightInfo, {args.files:,} files", lambda: client.get_flight_info(descriptor), 20, 3)
        latency(
            f"count(*), {args.files:,} files",
            lambda: client.do_get(flight.Ticket(b"SELECT count(*) FROM many")).read_all(),
            20,
            3,
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="*", default=["get", "put", "small"], help="get, put, small, info")
    parser.add_argument("--rows", type=int, default=3_000_000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--files", type=int, default=2_000)
    args = parser.parse_args()
    work = pathlib.Path(tempfile.mkdtemp(prefix="icerunner-bench-"))
    try:
        if {"get", "put"} & set(args.what):
            bulk(args, work)
        if "small" in args.what:
            small(args, work)
        if "info" in args.what:
            info(args, work)
    finally:
        shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    main()
