package io.icerunner.server;

import static io.icerunner.server.TestServer.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt2Vector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.impl.UnionListWriter;
import org.apache.arrow.vector.complex.writer.BaseWriter.ListWriter;
import org.apache.arrow.vector.complex.writer.BaseWriter.StructWriter;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryEncoder;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Values at the edge of their types go in, are stored as Iceberg says, and come out exactly. */
class StoredValuesIT {
  @TempDir Path warehouse;
  private TestServer server;

  @BeforeEach
  void start() {
    server = TestServer.start(warehouse);
  }

  @AfterEach
  void stop() throws InterruptedException {
    server.close();
  }

  private static Field unsigned(String name, int bits) {
    return Field.nullable(name, new ArrowType.Int(bits, false));
  }

  /** Rows of zero, the largest signed, the first beyond it, the largest of all, and null. */
  private void putUnsigned() {
    server.putRoot(
        FlightDescriptor.path("u"),
        new Schema(
            List.of(
                unsigned("u8", 8), unsigned("u16", 16), unsigned("u32", 32), unsigned("u64", 64))),
        batch -> batch == 0 ? 5 : -1,
        (root, batch) -> {
          long[] wide = {0, Long.MAX_VALUE, Long.MIN_VALUE, -1};
          int[] ints = {0, Integer.MAX_VALUE, Integer.MIN_VALUE, -1};
          for (int i = 0; i < wide.length; i++) {
            ((UInt1Vector) root.getVector("u8")).setSafe(i, ints[i] >> 24);
            ((UInt2Vector) root.getVector("u16")).setSafe(i, ints[i] >> 16);
            ((UInt4Vector) root.getVector("u32")).setSafe(i, ints[i]);
            ((UInt8Vector) root.getVector("u64")).setSafe(i, wide[i]);
          }
          root.setRowCount(5);
        });
  }

  @Test
  void unsignedNumbersKeepTheirWholeRange() {
    putUnsigned();

    assertThat(server.get("u"))
        .containsExactly(
            "0,0,0,0",
            "127,32767,2147483647,9223372036854775807",
            "128,32768,2147483648,9223372036854775808",
            "255,65535,4294967295,18446744073709551615",
            "null,null,null,null");
    assertThat(server.get("select u64 from u where u32 = 2147483648"))
        .containsExactly("9223372036854775808");
    assertThat(
            server.get(
                "{\"table\":\"u\",\"columns\":[\"u8\"],\"filter\":\"u64 > 9223372036854775807\"}"))
        .containsExactly("128", "255");
    assertThat(server.get("select count(*) from u where u8 < 0 or u16 < 0 or u32 < 0 or u64 < 0"))
        .containsExactly("0");
  }

  @Test
  void dataFilesHaveTheSignedTypesOfTheTable() throws Exception {
    putUnsigned();

    Path file = server.dataFiles().get(0);
    List<String> columns = new ArrayList<>();
    try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckDb.createStatement();
        ResultSet schema =
            statement.executeQuery(
                "select name, type, converted_type, logical_type from parquet_schema('%s')"
                    .formatted(file))) {
      while (schema.next()) {
        if (schema.getString(2) != null) {
          columns.add(schema.getString(1) + " " + schema.getString(2));
          assertThat(String.valueOf(schema.getString(3))).doesNotStartWith("UINT");
          assertThat(String.valueOf(schema.getString(4))).doesNotContain("isSigned=0");
        }
      }
    }
    assertThat(columns)
        .containsExactly("u8 INT32", "u16 INT32", "u32 INT64", "u64 FIXED_LEN_BYTE_ARRAY");
  }

  @Test
  void aSumOfLongsHasOneTypeAndItsExactValue() throws Exception {
    server.put("t", Long.MAX_VALUE - 9, 10, 10);
    ArrowType sumType = new ArrowType.Decimal(38, 0, 128);

    FlightInfo info =
        server.client.getInfo(
            FlightDescriptor.command("select sum(id) s from t".getBytes(StandardCharsets.UTF_8)));

    assertThat(info.getSchemaOptional().orElseThrow().findField("s").getType()).isEqualTo(sumType);
    try (FlightStream stream = server.client.getStream(info.getEndpoints().get(0).getTicket())) {
      assertThat(stream.getSchema().findField("s").getType()).isEqualTo(sumType);
      assertThat(stream.next()).isTrue();
      assertThat(stream.getRoot().getVector("s").getObject(0)).hasToString("92233720368547758025");
    }
  }

  @Test
  void numbersThatNoArrowTypeHoldsAreRefusedAndTheClientGoesOn() {
    assertFails(
        () -> server.get("select 340282366920938463463374607431768211455::UHUGEINT as big"),
        FlightStatusCode.UNIMPLEMENTED,
        "big");
    assertFails(
        () -> server.get("select -170141183460469231731687303715884105727::HUGEINT - 1 as low"),
        FlightStatusCode.INVALID_ARGUMENT,
        "low");
    assertThat(server.get("select 1")).containsExactly("1");
  }

  @Test
  void nullsOfEveryLevelStayApart() {
    Field inner =
        new Field(
            "b",
            FieldType.nullable(ArrowType.List.INSTANCE),
            List.of(Field.nullable("item", ArrowType.Utf8.INSTANCE)));
    Field struct =
        new Field(
            "item",
            FieldType.nullable(ArrowType.Struct.INSTANCE),
            List.of(Field.nullable("a", new ArrowType.Int(32, true)), inner));
    Field list = new Field("l", FieldType.nullable(ArrowType.List.INSTANCE), List.of(struct));
    server.putRoot(
        FlightDescriptor.path("nested"),
        new Schema(List.of(list)),
        batch -> batch == 0 ? 5 : -1,
        (root, batch) -> fillNested((ListVector) root.getVector("l"), root));

    assertThat(server.get("nested"))
        .containsExactly(
            "null", "[]", "[null]", "[{}]", "[{\"a\":1,\"b\":[]},{\"a\":2,\"b\":[\"x\",null]}]");
    assertThat(server.get("select len(l), l[1] is null, l[1].a is null from nested"))
        .containsExactly(
            "null,true,true", "0,true,true", "1,true,true", "1,false,true", "2,false,false");
  }

  /** A null list, an empty list, a null struct, a struct of nulls, and two that are full. */
  private static void fillNested(ListVector lists, VectorSchemaRoot root) {
    UnionListWriter writer = lists.getWriter();
    StructWriter struct = writer.struct();
    writer.setPosition(1);
    writer.startList();
    writer.endList();
    writer.setPosition(2);
    writer.startList();
    struct.writeNull();
    writer.endList();
    writer.setPosition(3);
    writer.startList();
    struct.start();
    struct.end();
    writer.endList();
    writer.setPosition(4);
    writer.startList();
    struct.start();
    struct.integer("a").writeInt(1);
    ListWriter words = struct.list("b");
    words.startList();
    words.endList();
    struct.end();
    struct.start();
    struct.integer("a").writeInt(2);
    words.startList();
    words.varChar().writeVarChar("x");
    words.varChar().writeNull();
    words.endList();
    struct.end();
    writer.endList();
    root.setRowCount(5);
  }

  @Test
  void rowsOfFilesOfAnySizeComeOnce() {
    server.put("t", 0, 5_000, 5_000);
    server.put("t", 5_000, 1, 1);
    server.put("t", 5_001, 70_000, 1_000);

    assertThat(server.client.getInfo(FlightDescriptor.path("t")).getRecords()).isEqualTo(75_001);
    assertThat(server.get("t")).hasSize(75_001).doesNotHaveDuplicates();
    assertThat(server.dataFiles()).hasSize(3);
  }

  @Test
  void dictionaryColumnsJoin() {
    putWords("left_words", "one", null, "zero", "one");
    putWords("right_words", "zero", "one");

    assertThat(
            server.get(
                "select l.word, count(*) from left_words l join right_words r on l.word = r.word"
                    + " group by all order by all"))
        .containsExactly("one,2", "zero,1");
    assertThat(server.get("select count(*) from left_words where word is null"))
        .containsExactly("1");
  }

  private void putWords(String table, @Nullable String... values) {
    try (VarCharVector words = new VarCharVector("words", server.allocator);
        VarCharVector plain = new VarCharVector("word", server.allocator);
        MapDictionaryProvider provider = new MapDictionaryProvider()) {
      List<String> distinct = Stream.of(values).filter(Objects::nonNull).distinct().toList();
      for (int i = 0; i < distinct.size(); i++) {
        words.setSafe(i, distinct.get(i).getBytes(StandardCharsets.UTF_8));
      }
      words.setValueCount(distinct.size());
      for (int i = 0; i < values.length; i++) {
        String value = values[i];
        if (value != null) {
          plain.setSafe(i, value.getBytes(StandardCharsets.UTF_8));
        }
      }
      plain.setValueCount(values.length);
      Dictionary dictionary = new Dictionary(words, new DictionaryEncoding(1, false, null));
      provider.put(dictionary);
      try (FieldVector encoded = (FieldVector) DictionaryEncoder.encode(plain, dictionary);
          VectorSchemaRoot root = new VectorSchemaRoot(List.of(encoded))) {
        root.setRowCount(values.length);
        FlightClient.ClientStreamListener writer =
            server.client.startPut(
                FlightDescriptor.path(table), root, provider, TestServer.listener(bytes -> {}));
        writer.putNext();
        writer.completed();
        writer.getResult();
      }
    }
  }
}
