package io.icerunner.internal.commit;

import java.util.List;
import java.util.function.Consumer;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.UpdateSchema;

/** What a change of a table's schema would come to. */
public final class SchemaPreview {
  private SchemaPreview() {}

  /**
   * The schema, with the ids that it will have if the change is made on this version of the table.
   *
   * @param steps each on what the one before has left
   */
  public static Schema of(Table table, List<Consumer<UpdateSchema>> steps) {
    Transaction transaction = table.newTransaction();
    for (Consumer<UpdateSchema> step : steps) {
      UpdateSchema update = transaction.updateSchema();
      step.accept(update);
      update.commit();
    }
    return transaction.table().schema();
  }
}
