"""Plain Flight with pyarrow, the way the classic tutorials use it."""

import json
import time

import pyarrow as pa
import pyarrow.flight as flight
import pytest

from conftest import SHARED, get, put

ROWS = pa.table({"id": pa.array([1, 2, 3], pa.int64()), "name": ["a", None, "ü"]})


def test_put_creates_the_table_and_is_acknowledged_after_the_commit(client):
    answers = put(client, ["put_get"], ROWS)
    answer = json.loads(answers[-1])
    assert answer["rows"] == 3 and answer["snapshot-id"] and answer["files"] == 1
    assert get(client, b"put_get").equals(ROWS)


def test_a_table_is_found_by_name_namespace_and_sql(client):
    put(client, ["ns", "named"], ROWS)
    assert get(client, b"ns.named").num_rows == 3
    assert get(client, b"SELECT id FROM ns.named WHERE name IS NULL")["id"].to_pylist() == [2]
    scan = {"table": "ns.named", "columns": ["name"], "filter": "id > 1"}
    assert get(client, json.dumps(scan).encode())["name"].to_pylist() == [None, "ü"]


def test_info_schema_and_list_come_from_metadata(client):
    put(client, ["listed", "t"], ROWS)
    descriptor = flight.FlightDescriptor.for_path("listed", "t")
    info = client.get_flight_info(descriptor)
    assert info.total_records == 3 and info.total_bytes > 0
    assert info.schema == ROWS.schema == client.get_schema(descriptor).schema
    assert all(not endpoint.locations for endpoint in info.endpoints)
    assert client.do_get(info.endpoints[0].ticket).read_all().equals(ROWS)
    listed = [i.descriptor.path for i in client.list_flights(b"listed")]
    assert listed == [[b"listed", b"t"]]


def test_a_ticket_keeps_its_snapshot(client):
    put(client, ["pinned"], ROWS)
    info = client.get_flight_info(flight.FlightDescriptor.for_path("pinned"))
    put(client, ["pinned"], ROWS)
    assert client.do_get(info.endpoints[0].ticket).read_all().num_rows == 3
    assert get(client, b"pinned").num_rows == 6


def test_a_dictionary_table_reads_as_pandas(client):
    values = pa.array(["x", "y", "x", None]).dictionary_encode()
    put(client, ["dictionary"], pa.table({"v": values}))
    frame = client.do_get(flight.Ticket(b"dictionary")).read_pandas()
    assert frame["v"].tolist()[:3] == ["x", "y", "x"] and frame["v"].isna().tolist()[3]


def test_batches_of_a_put_are_acknowledged_with_their_own_metadata(client):
    descriptor = flight.FlightDescriptor.for_path("acknowledged")
    writer, reader = client.do_put(descriptor, ROWS.schema)
    with writer:
        for number in range(3):
            batch = ROWS.to_batches()[0]
            writer.write_with_metadata(batch, str(number).encode())
            assert reader.read().to_pybytes() == str(number).encode()
        writer.done_writing()
        assert json.loads(reader.read().to_pybytes())["rows"] == 9


def test_a_schema_that_does_not_fit_is_refused_with_every_difference(client):
    put(client, ["fits"], ROWS)
    wrong = pa.table({"id": ["x"], "name": pa.array([1], pa.int64()), "more": [True]})
    with pytest.raises(pa.ArrowInvalid) as refused:
        put(client, ["fits"], wrong)
    assert all(column in str(refused.value) for column in ("id", "name", "more"))
    assert get(client, b"fits").num_rows == 3


def test_an_unknown_name_is_not_found_and_names_the_nearest(client):
    put(client, ["customers"], ROWS)
    with pytest.raises(KeyError, match="customers") as error:
        get(client, b"custmers")
    assert "custmers" in str(error.value)


def test_one_batch_of_64_megabytes_goes_in_and_comes_out_in_small_messages(client):
    text = "x" * 1024
    table = pa.table({"id": range(65536), "text": [text] * 65536})
    put(client, ["large"], table)
    sizes = [chunk.data.nbytes for chunk in client.do_get(flight.Ticket(b"large"))]
    assert max(sizes) < 4 << 20
    assert get(client, b"SELECT count(*), min(text) = max(text) FROM large").num_rows == 1


def test_actions_make_rename_list_and_drop(client):
    types = {action.type for action in client.list_actions()}
    assert {"create-namespace", "drop-table", "rename-table", "snapshots"} <= types

    def act(name, **body):
        action = flight.Action(name, json.dumps(body).encode())
        return [json.loads(r.body.to_pybytes()) for r in client.do_action(action)]

    put(client, ["acted"], ROWS)
    act("rename-table", **{"from": "acted", "to": "acted_again"})
    assert get(client, b"acted_again").num_rows == 3
    assert act("snapshots", table="acted_again")
    act("drop-table", table="acted_again")
    with pytest.raises(KeyError):
        get(client, b"acted_again")


def test_an_abandoned_reader_leaves_the_server_well(client):
    put(client, ["abandoned"], pa.table({"id": range(500_000)}))
    for _ in range(20):
        reader = client.do_get(flight.Ticket(b"abandoned"))
        reader.read_chunk()
        reader.cancel()
    assert get(client, b"SELECT count(*) AS n FROM abandoned")["n"].to_pylist() == [500_000]


def test_flights_go_in_and_come_out_the_same(client):
    source = SHARED / "data" / "flights-200k.arrow"
    if not source.exists():
        pytest.skip(f"{source} is not there")
    table = pa.ipc.open_file(source).read_all()
    put(client, ["flights"], table)
    back = get(client, b"flights")
    assert back.num_rows == 200_000
    assert pa.compute.sum(back["delay"]).as_py() == 1_500_159
    assert pa.compute.sum(back["distance"]).as_py() == 145_847_125
    assert back["delay"].cast(pa.int16()).equals(table["delay"])


def test_three_million_flights_go_in_and_come_out_the_same(client):
    source = SHARED / "data" / "flights-3m.parquet"
    if not source.exists():
        pytest.skip(f"{source} is not there")
    import pyarrow.parquet as pq

    table = pq.read_table(source)
    answer = json.loads(put(client, ["flights3m"], table)[-1])
    assert answer["rows"] == 3_000_000
    back = get(client, b"flights3m")
    order = [("date", "ascending"), ("origin", "ascending"), ("destination", "ascending")]
    order += [("delay", "ascending"), ("distance", "ascending")]
    assert back.sort_by(order).cast(table.schema).equals(table.sort_by(order))


def test_a_stop_is_clean(tmp_path):
    from conftest import Server

    server = Server(tmp_path / "w")
    put(server.connect(), ["t"], ROWS)
    start = time.monotonic()
    server.stop()
    assert time.monotonic() - start < 20 and server.process.returncode in (0, 130, 143)
