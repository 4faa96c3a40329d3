"""Registers a lake with the product and with PyIceberg's add_files in one run, and prints ratios."""

import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import tempfile
import time

import duckdb
import pyarrow.flight as flight
import pyarrow.parquet as pq

import compare
import peers

BENCHMARKS = compare.ROOT / "icerunner-benchmarks"
MONTHS = 1035
NEW = 1000
PEER_BATCH = 500
ROUNDS = 4
WARM_UP = 20_000


def java(main, *arguments):
    """Runs a program of this module and yields what it prints as JSON, a line each."""
    command = [
        os.path.join(os.environ["JAVA_HOME"], "bin", "java") if "JAVA_HOME" in os.environ else "java",
        "--add-opens=java.base/java.nio=ALL-UNNAMED",
        # As the command register is started.
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseParallelGC",
        "-cp",
        f"{BENCHMARKS}/target/classes:{BENCHMARKS}/target/lib/*",
        f"io.icerunner.benchmarks.{main}",
        *map(str, arguments),
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    for line in process.stdout:
        if line.startswith("{"):
            yield json.loads(line)
    if process.wait():
        raise RuntimeError(f"{main} ended with {process.returncode}")


def tell(title, figure, unit, digits=0):
    print(f"{title:70s} {figure:12,.{digits}f} {unit}", flush=True)


def make_lake(folder, tiles, months, side):
    """A lake with a file for each tile and month; one that is there is used again."""
    if not (folder / "manifest.parquet").exists():
        start = time.time()
        list(java("lake.LakeGenerator", folder, f"tiles={tiles}", f"months={months}", f"side={side}"))
        tell(f"lake of {tiles * months:,} files made", tiles * months / (time.time() - start), "files/s")
    return folder


def manifest(lake, files):
    """The manifest as it was when there were that many files."""
    target = lake / f"manifest-{files}.parquet"
    rows = f"FROM '{lake}/manifest.parquet' LIMIT {files}"
    duckdb.execute(f"COPY ({rows}) TO '{target}' (FORMAT parquet)")
    return target


def add_files(lake, units, folder):
    """PyIceberg, batch by batch: the seconds of each batch, of all on the processor, of a count of all rows."""
    rows = duckdb.execute(f"SELECT tile, year, month, rows FROM '{units}'").fetchall()
    files = [f"{lake}/daily/tile={tile}/year={year}/month={month}/part.parquet" for tile, year, month, _ in rows]
    table = peers.open_catalog(folder).create_table("bench.added", schema=pq.ParquetFile(files[0]).schema_arrow)
    seconds = []
    processor = time.process_time()
    for first in range(0, len(files), PEER_BATCH):
        batch = [f"file://{file}" for file in files[first : first + PEER_BATCH]]
        start = time.time()
        table.add_files(batch)
        seconds.append(time.time() - start)
    processor = time.process_time() - processor
    start = time.time()
    assert table.scan().count() == sum(row[-1] for row in rows)
    return seconds, processor, time.time() - start


def warm_count(warehouse, rows):
    """Milliseconds of a count(*) by a warm server."""
    with compare.product(warehouse) as uri:
        client = flight.connect(uri)
        read = lambda: client.do_get(flight.Ticket(b"SELECT count(*) AS n FROM lake")).read_all()
        assert read()["n"].to_pylist() == [rows]
        return compare.latency("count(*) by a warm server", read, 100)


def beside_add_files(args, work):
    """The same files by both, each in a process that has done nothing before."""
    files = args.tiles * MONTHS
    lake = make_lake(args.lake / "full" if args.lake else work / "full", args.tiles, MONTHS, 12)
    units = manifest(lake, files)
    [run] = java("RegisterBenchmark", lake, work / "registered", units)
    assert run["files"] == files
    [again] = java("RegisterBenchmark", lake, work / "registered", units)
    assert again["files"] == again["commits"] == 0
    peer = work / "add-files"
    peer.mkdir()
    seconds, processor, counted = add_files(lake, units, peer)
    batches = [batch for batch in run["batches"] if batch["files"] == run["batches"][0]["files"]]
    seconds_of_last = seconds[files // PEER_BATCH - 1]
    compared = {
        "over all": (files / run["seconds"], files / sum(seconds)),
        "first batch": (batches[0]["files"] / batches[0]["seconds"], PEER_BATCH / seconds[0]),
        "last whole batch": (batches[-1]["files"] / batches[-1]["seconds"], PEER_BATCH / seconds_of_last),
    }
    for title, (ours, theirs) in compared.items():
        tell(f"{files:,} files, {title}: product", ours, "files/s")
        tell(f"{files:,} files, {title}: add_files", theirs, "files/s")
        tell(f"{files:,} files, {title}: product / add_files", ours / theirs, "x", 1)
    tell(f"{files:,} files, processor time: add_files / product", processor / run["cpu"], "x", 1)
    for kind, calls in run["calls"].items():
        tell(f"calls for each new file: {kind}", calls / files, "", 2)
    tell("run again with nothing new, in a new process", again["process"], "s", 2)
    ours = warm_count(work / "registered", run["rows"])
    tell("count of all rows: PyIceberg / product", counted * 1e3 / ours, "x")


def beside_registered(args, work):
    """What 1,000 new files cost beside those that are registered, by one warm process."""
    largest = args.registered[-1] + ROUNDS * NEW
    lake = make_lake(args.lake / "small" if args.lake else work / "small", -(-largest // NEW), NEW, 2)
    steps = [registered + more * NEW for registered in args.registered for more in range(ROUNDS + 1)]
    pairs = [argument for files in steps for argument in (work / "grown", manifest(lake, files))]
    warm_up = (work / "warm-up", manifest(lake, WARM_UP))
    runs = dict(zip(steps, list(java("RegisterBenchmark", lake, *warm_up, *pairs))[1:]))
    first = None
    for registered in args.registered:
        new = [runs[registered + more * NEW] for more in range(1, ROUNDS + 1)]
        assert all(run["files"] == NEW for run in new)
        figures = {
            "the batch": [run["batches"][0]["seconds"] for run in new],
            "the batch on the processor": [run["batches"][0]["cpu"] for run in new],
            "the run": [run["seconds"] for run in new],
            "the run on the processor": [run["cpu"] for run in new],
        }
        medians = {name: statistics.median(values) for name, values in figures.items()}
        first = first or medians
        for name, seconds in medians.items():
            title = f"{NEW:,} new files beside {registered:,}: {name}"
            tell(title, seconds * 1e3, "ms")
            tell(f"{title} / {args.registered[0]:,}", seconds / first[name], "x", 2)


def main():
    numbers = lambda text: [int(part) for part in text.split(",")]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tiles", type=int, default=36, help="of 1,035 files each; 0 to leave add_files out")
    parser.add_argument("--registered", type=numbers, default=[1_000, 37_000, 200_000])
    parser.add_argument("--lake", type=pathlib.Path, help="where lakes are kept for the next run")
    args = parser.parse_args()
    work = pathlib.Path(tempfile.mkdtemp(prefix="icerunner-bench-"))
    try:
        if args.tiles:
            beside_add_files(args, work)
        if args.registered:
            beside_registered(args, work)
    finally:
        shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    main()
