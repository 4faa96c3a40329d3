package io.icerunner.internal.write;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.types.TypeMappers;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/** Checks that a batch has the columns of a table, each in its type's canonical Arrow type. */
final class BatchLayout {
  private final String table;
  private final List<Field> canonical;
  private @Nullable Schema accepted;

  BatchLayout(String table, org.apache.iceberg.Schema schema) {
    this.table = table;
    this.canonical = TypeMappers.canonical(schema).getFields();
  }

  /** Looks at an Arrow schema once, however many batches come with it. */
  void require(Schema batch) {
    if (batch != accepted) {
      require(table, canonical, batch.getFields());
      accepted = batch;
    }
  }

  /** Names below the top level are Arrow's affair: a list's element has many. */
  private static void require(String parent, List<Field> wanted, List<Field> found) {
    if (wanted.size() != found.size()) {
      throw IceRunnerException.invalidArgument(
          "Cannot write %s: it has %d fields and the record batch %d"
              .formatted(parent, wanted.size(), found.size()));
    }
    for (int i = 0; i < wanted.size(); i++) {
      Field field = wanted.get(i);
      Field given = found.get(i);
      String name = parent + "." + field.getName();
      if (!given.getType().equals(field.getType()) || given.getDictionary() != null) {
        throw IceRunnerException.invalidArgument(
            "Cannot write %s: the record batch has it as Arrow %s, not as %s"
                .formatted(name, given.getType(), field.getType()));
      }
      require(name, field.getChildren(), given.getChildren());
    }
  }
}
