package io.icerunner.internal.mirror;

import io.icerunner.internal.names.TableNameText;
import java.util.List;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * A table and its copy.
 *
 * @param source the parts of its name
 */
public record TablePair(List<String> source, TableIdentifier target) {

  /** Copies. */
  public TablePair {
    source = List.copyOf(source);
  }

  /** The source's name as text. */
  public String name() {
    return TableNameText.of(source);
  }
}
