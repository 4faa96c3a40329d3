"""Flight servers that are not ours, as sources of mirrors. Run as a program: one that dies half-way."""

import os
import pathlib
import re
import socket
import subprocess
import sys
import time

import adbc_driver_flightsql
import adbc_driver_manager
import pyarrow as pa
import pyarrow.flight as flight

HERE = pathlib.Path(__file__).resolve().parent


class TicketServer(flight.FlightServerBase):
    """The least a server can be: a ticket is a name, and nothing else is known."""

    def __init__(self, tables, port=0):
        super().__init__(f"grpc://0.0.0.0:{port}")
        self.tables = tables
        self.reads = []

    @property
    def uri(self):
        return f"grpc://127.0.0.1:{self.port}"

    def do_get(self, context, ticket):
        name = ticket.ticket.decode()
        if name not in self.tables:
            raise KeyError(name)
        self.reads.append(name)
        return flight.RecordBatchStream(self.tables[name])


class TutorialServer(TicketServer):
    """The one of the tutorials: lists what it has, is told a path, and gives itself as the place to read."""

    def __init__(self, tables, port=0):
        super().__init__(tables, port)
        self.announced = {}

    def info(self, name):
        table = self.tables[name]
        place = f"grpc://0.0.0.0:{self.port}"
        return flight.FlightInfo(
            table.schema,
            flight.FlightDescriptor.for_path(name),
            [flight.FlightEndpoint(name, [place])],
            self.announced.get(name, table.num_rows),
            table.nbytes,
        )

    def list_flights(self, context, criteria):
        for name in sorted(self.tables):
            yield self.info(name)

    def get_flight_info(self, context, descriptor):
        name = descriptor.path[0].decode()
        if name not in self.tables:
            raise flight.FlightServerError(f"no {name} here")
        return self.info(name)

    def do_put(self, context, descriptor, reader, writer):
        self.tables[descriptor.path[0].decode()] = reader.read_all()


class MortalServer(TutorialServer):
    """Its process ends after some batches of a table."""

    def __init__(self, tables, port, batches):
        super().__init__(tables, port)
        self.batches = batches

    def do_get(self, context, ticket):
        table = self.tables[ticket.ticket.decode()]

        def stream():
            for number, batch in enumerate(table.to_batches()):
                if number == self.batches:
                    time.sleep(0.2)
                    os._exit(9)
                yield batch

        return flight.GeneratorStream(table.schema, stream())


class MortalProcess:
    """A process of such a server, over a folder with an Arrow file for each table."""

    def __init__(self, folder, batches, port=0):
        self.process = subprocess.Popen(
            [sys.executable, __file__, str(folder), str(batches), str(port)], stdout=subprocess.PIPE, text=True
        )
        self.port = int(self.process.stdout.readline())
        self.uri = f"grpc://127.0.0.1:{self.port}"

    def stop(self):
        self.process.kill()
        return self.process.wait(timeout=30)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class DazzleDuck:
    """DuckDB behind somebody else's Flight SQL: listing by GetTables alone, schemas only with the rows."""

    USER = {"username": "reader", "password": "let me in"}

    def __init__(self, folder, script):
        port = free_port()
        self.uri = f"grpc://127.0.0.1:{port}"
        (folder / "start.sql").write_text(script)
        settings = {
            "flight-sql.port": port,
            "flight-sql.host": '"127.0.0.1"',
            "useEncryption": "false",
            "warehouse": f'"{folder}"',
            "users": '[{username: reader, password: "let me in", groups: [admin]}]',
            "startup-script.provider-class": '"io.dazzleduck.sql.common.LocalStartupConfigProvider"',
            "startup-script.script-location": f'"{folder}/start.sql"',
        }
        opened = [f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in ("java.nio", "sun.nio.ch", "java.util")]
        home = os.environ.get("JAVA_HOME")
        self.process = subprocess.Popen(
            [f"{home}/bin/java" if home else "java", *opened, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"]
            + ["-cp", self.classpath(), "io.dazzleduck.sql.flight.server.Main"]
            + [part for key, value in settings.items() for part in ("--conf", f"{key}={value}")],
            stdout=subprocess.PIPE,
            stderr=(folder / "log").open("w"),
            text=True,
        )
        if not any(re.search("Listening", line) for line in self.process.stdout):
            raise RuntimeError(f"DazzleDuck ended with {self.process.wait()}: {(folder / 'log').read_text()}")

    @staticmethod
    def classpath():
        """Its jars, fetched once as the build fetches its own."""
        pom, kept = HERE / "dazzleduck/pom.xml", HERE / "dazzleduck/target/classpath"
        if kept.exists() and kept.stat().st_mtime > pom.stat().st_mtime:
            jars = kept.read_text()
            if all(map(os.path.exists, jars.split(os.pathsep))):
                return jars
        goal = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath"
        options = [f"-Dmdep.outputFile={kept}", "-Dmdep.includeScope=runtime"]
        subprocess.run([HERE.parent / "mvnw", "-q", "-B", "-f", pom, goal, *options], check=True)
        return kept.read_text()

    def execute(self, *statements):
        """Runs statements and gives the last one's rows. They are not prepared: that knows fewer types."""
        with adbc_driver_flightsql.connect(self.uri, db_kwargs=self.USER) as database:
            with adbc_driver_manager.AdbcConnection(database) as connection:
                for sql in statements:
                    with adbc_driver_manager.AdbcStatement(connection) as statement:
                        statement.set_sql_query(sql)
                        if not sql.startswith("SELECT"):
                            statement.execute_update()
                            continue
                        stream, _ = statement.execute_query()
                        return pa.RecordBatchReader._import_from_c(stream.address).read_all()

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=30)


def main(folder, batches, port):
    tables = {path.stem: pa.ipc.open_file(path).read_all() for path in pathlib.Path(folder).glob("*.arrow")}
    server = MortalServer(tables, int(port), int(batches))
    print(server.port, flush=True)
    server.serve()


if __name__ == "__main__":
    main(*sys.argv[1:])
