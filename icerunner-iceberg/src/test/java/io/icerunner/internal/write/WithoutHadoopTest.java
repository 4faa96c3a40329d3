package io.icerunner.internal.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hadoop is on the class path of these tests and on that of no user. */
class WithoutHadoopTest {
  @TempDir Path folder;

  @Test
  void writesWithEveryCodec() throws Exception {
    try (URLClassLoader withoutHadoop =
        new URLClassLoader(withoutHadoop(), ClassLoader.getPlatformClassLoader())) {
      Method write =
          withoutHadoop.loadClass(Inside.class.getName()).getDeclaredMethod("write", String.class);
      write.setAccessible(true);
      assertThat((String) write.invoke(null, folder.toString())).isEqualTo("1000 1000 1000 1000");
    }
  }

  private static URL[] withoutHadoop() throws MalformedURLException {
    List<URL> urls = new ArrayList<>();
    String paths =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    for (String path : paths.split(File.pathSeparator)) {
      if (!path.contains("hadoop-client")) {
        urls.add(new File(path).toURI().toURL());
      }
    }
    return urls.toArray(URL[]::new);
  }

  /** Runs in the other class loader. */
  static final class Inside {
    private static final Schema SCHEMA =
        new Schema(
            Types.NestedField.required(1, "id", Types.LongType.get()),
            Types.NestedField.optional(2, "s", Types.StringType.get()),
            Types.NestedField.optional(
                3, "l", Types.ListType.ofOptional(4, Types.DoubleType.get())));

    private Inside() {}

    static String write(String folder) {
      assertAbsent("org.apache.hadoop.conf.Configuration");
      List<String> counts = new ArrayList<>();
      for (String codec : List.of("zstd", "snappy", "gzip", "uncompressed")) {
        Table table =
            MemoryTable.of(
                SCHEMA, Path.of(folder), Map.of("write.parquet.compression-codec", codec));
        List<Record> rows = new RandomRows(1).of(SCHEMA, 1000);
        List<DataFile> files = Written.rows(table, rows, 100);
        counts.add(Long.toString(files.get(0).recordCount()));
      }
      return String.join(" ", counts);
    }

    private static void assertAbsent(String type) {
      try {
        Class.forName(type);
      } catch (ClassNotFoundException e) {
        return;
      }
      throw new IllegalStateException(type + " is there");
    }
  }
}
