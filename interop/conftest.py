"""A real server, started by the launcher as a user would, over a fresh warehouse folder."""

import pathlib
import re
import signal
import subprocess

import adbc_driver_flightsql.dbapi
import duckdb
import duckdb_extension_avro
import duckdb_extension_iceberg
import pyarrow.flight as flight
import pytest
from pyiceberg.catalog.sql import SqlCatalog

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"


class Server:
    def __init__(self, warehouse, *options):
        self.warehouse = warehouse
        self.process = subprocess.Popen(
            [ROOT / "icerunner", "serve", "-w", warehouse, "-p", "0", *options],
            stdout=subprocess.PIPE,
            text=True,
        )
        for line in self.process.stdout:
            found = re.search(r"at (grpc://(\S+))", line)
            if found:
                self.uri, self.address = found.groups()
                return
        raise RuntimeError(f"the server ended with {self.process.wait()} before it was up")

    def connect(self):
        return flight.connect(self.uri)

    def adbc(self, **options):
        return adbc_driver_flightsql.dbapi.connect(self.uri, **options)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=30)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("warehouse"))
    yield server
    server.stop()


@pytest.fixture
def client(server):
    with server.connect() as client:
        yield client


@pytest.fixture
def adbc(server):
    with server.adbc(autocommit=True) as connection:
        yield connection


def pyiceberg(warehouse):
    """The warehouse as PyIceberg's SQL catalog opens it."""
    return SqlCatalog(
        "default",
        uri=f"sqlite:///{warehouse}/pyiceberg_catalog.db",
        warehouse=f"file://{warehouse}",
    )


def duckdb_with_iceberg():
    """DuckDB with its iceberg extension, installed from a package: no download."""
    connection = duckdb.connect(config={"allow_unsigned_extensions": "true"})
    for module, name in ((duckdb_extension_avro, "avro"), (duckdb_extension_iceberg, "iceberg")):
        folder = pathlib.Path(module.__file__).parent
        connection.execute(f"LOAD '{next(folder.rglob(name + '.duckdb_extension'))}'")
    return connection


def put(client, path, table, batch_rows=65536):
    """Puts a table and gives the acknowledgements that carry application metadata."""
    writer, reader = client.do_put(flight.FlightDescriptor.for_path(*path), table.schema)
    answers = []
    with writer:
        writer.write_table(table, batch_rows)
        writer.done_writing()
        while (answer := reader.read()) is not None:
            answers.append(answer.to_pybytes())
    return answers


def get(client, ticket):
    return client.do_get(flight.Ticket(ticket)).read_all()
