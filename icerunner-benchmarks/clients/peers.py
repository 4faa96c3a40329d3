"""What a user has without IceRunner, put together from the usual Python parts.

baseline: a pyarrow Flight server that materialises DuckDB's iceberg_scan for a get, and collects a
put into one PyIceberg append. composed: DuckDB streaming a Parquet file into the same C++ Flight
server. memory: batches from memory, the limit of the wire itself.
"""

import pathlib

import duckdb
import duckdb_extension_avro
import duckdb_extension_iceberg
import pyarrow as pa
import pyarrow.flight as flight
import pyarrow.parquet as pq
from pyiceberg.catalog.sql import SqlCatalog


def open_duckdb():
    """DuckDB with its iceberg extension from the installed packages."""
    connection = duckdb.connect(config={"allow_unsigned_extensions": "true"})
    for package, extension in ((duckdb_extension_avro, "avro"), (duckdb_extension_iceberg, "iceberg")):
        file = next(pathlib.Path(package.__file__).parent.rglob(f"{extension}.duckdb_extension"))
        connection.execute(f"LOAD '{file}'")
    connection.execute("SET GLOBAL unsafe_enable_version_guessing=true")
    return connection


def open_catalog(folder):
    catalog = SqlCatalog("peers", uri=f"sqlite:///{folder}/catalog.db", warehouse=f"file://{folder}")
    catalog.create_namespace_if_not_exists("bench")
    return catalog


class PeerServer(flight.FlightServerBase):
    def __init__(self, parquet, folder):
        super().__init__("grpc://127.0.0.1:0")
        rows = pq.read_table(parquet)
        self.parquet = parquet
        self.memory = pa.Table.from_batches(rows.to_batches(65536))
        self.duckdb = open_duckdb()
        self.catalog = open_catalog(folder)
        self.catalog.create_table("bench.read", schema=rows.schema).append(rows)
        self.catalog.create_table("bench.written", schema=rows.schema)
        self.location = f"{folder}/bench/read"

    def do_get(self, context, ticket):
        way = ticket.ticket.decode()
        if way == "memory":
            return flight.RecordBatchStream(self.memory)
        cursor = self.duckdb.cursor()
        if way == "composed":
            reader = cursor.execute(f"FROM '{self.parquet}'").to_arrow_reader(122880)
            return flight.RecordBatchStream(reader)
        scan = f"FROM iceberg_scan('{self.location}', version='?', allow_moved_paths=true)"
        return flight.RecordBatchStream(cursor.execute(scan).to_arrow_table())

    def do_put(self, context, descriptor, reader, writer):
        self.catalog.load_table("bench.written").append(reader.read_all())


def serve(address, parquet, folder):
    """Runs in a process of its own; tells its address through the queue."""
    server = PeerServer(parquet, folder)
    address.put(f"grpc://127.0.0.1:{server.port}")
    server.serve()
