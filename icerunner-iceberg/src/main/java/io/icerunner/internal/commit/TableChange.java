package io.icerunner.internal.commit;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.catalog.LocationKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.UpdateSchema;

/**
 * What one commit does to a table, all of it or nothing. The files are referred to and never
 * deleted, whatever becomes of the change.
 *
 * @param added files that become the table's; of any of its partition specs
 * @param removed files that the table has and no longer refers to; a change that removes a file
 *     which is not there is refused
 * @param replacesAll whether the table no longer refers to any file but those added
 * @param properties table properties to set; a name mapping here wins over the one that Iceberg
 *     keeps in step with a change of the schema
 * @param removedProperties names of table properties to remove
 * @param summary entries for the snapshot's summary; without files there is no snapshot and they go
 *     nowhere
 * @param schema changes the schema before the files are added, each on what the one before has
 *     left; none to leave it. Called once for each attempt
 */
public record TableChange(
    List<DataFile> added,
    List<DataFile> removed,
    boolean replacesAll,
    Map<String, String> properties,
    Set<String> removedProperties,
    Map<String, String> summary,
    List<Consumer<UpdateSchema>> schema) {

  /**
   * @throws IceRunnerException INVALID_ARGUMENT if a file or property is named twice, or files are
   *     removed one by one and all together
   */
  public TableChange {
    added = List.copyOf(added);
    removed = List.copyOf(removed);
    properties = Map.copyOf(properties);
    removedProperties = Set.copyOf(removedProperties);
    summary = Map.copyOf(summary);
    schema = List.copyOf(schema);
    requireDistinct("add", added);
    requireDistinct("remove", removed);
    if (replacesAll && !removed.isEmpty()) {
      throw IceRunnerException.invalidArgument(
          "Cannot remove file %s: the change replaces all files"
              .formatted(removed.get(0).location()));
    }
    for (String name : removedProperties) {
      if (properties.containsKey(name)) {
        throw IceRunnerException.invalidArgument(
            "Cannot change property %s: it is both set and removed".formatted(name));
      }
    }
  }

  /** A change to be put together. */
  public static Builder builder() {
    return new Builder();
  }

  boolean changesFiles() {
    return replacesAll || !added.isEmpty() || !removed.isEmpty();
  }

  boolean changesProperties() {
    return !properties.isEmpty() || !removedProperties.isEmpty();
  }

  private static void requireDistinct(String verb, List<DataFile> files) {
    Set<String> keys = new HashSet<>();
    for (DataFile file : files) {
      if (!keys.add(LocationKey.of(file.location()))) {
        throw IceRunnerException.invalidArgument(
            "Cannot %s file %s: it is in the change twice".formatted(verb, file.location()));
      }
    }
  }

  /** Collects the parts of a change; everything is optional. For use by one thread. */
  public static final class Builder {
    private final List<DataFile> added = new ArrayList<>();
    private final List<DataFile> removed = new ArrayList<>();
    private final Map<String, String> properties = new HashMap<>();
    private final Set<String> removedProperties = new HashSet<>();
    private final Map<String, String> summary = new HashMap<>();
    private final List<Consumer<UpdateSchema>> schema = new ArrayList<>();
    private boolean replacesAll;

    private Builder() {}

    /** Adds files. */
    public Builder add(Collection<DataFile> files) {
      added.addAll(files);
      return this;
    }

    /** Removes files. */
    public Builder remove(Collection<DataFile> files) {
      removed.addAll(files);
      return this;
    }

    /** Removes all files that the table has when the change is made, whoever added them. */
    public Builder replaceAll() {
      replacesAll = true;
      return this;
    }

    /** Sets a table property. */
    public Builder property(String name, String value) {
      properties.put(name, value);
      return this;
    }

    /** Sets table properties. */
    public Builder properties(Map<String, String> values) {
      properties.putAll(values);
      return this;
    }

    /** Removes a table property. */
    public Builder removeProperty(String name) {
      removedProperties.add(name);
      return this;
    }

    /** Sets entries of the snapshot's summary. */
    public Builder summary(Map<String, String> entries) {
      summary.putAll(entries);
      return this;
    }

    /** Sets an entry of the snapshot's summary. */
    public Builder summary(String name, String value) {
      summary.put(name, value);
      return this;
    }

    /** Changes the schema, after the changes given before. */
    public Builder schema(Consumer<UpdateSchema> change) {
      schema.add(change);
      return this;
    }

    /**
     * The change.
     *
     * @throws IceRunnerException INVALID_ARGUMENT if a file or property is named twice, or files
     *     are removed one by one and all together
     */
    public TableChange build() {
      return new TableChange(
          added, removed, replacesAll, properties, removedProperties, summary, schema);
    }
  }
}
