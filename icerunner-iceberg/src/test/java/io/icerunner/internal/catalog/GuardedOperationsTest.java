package io.icerunner.internal.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.internal.catalog.GuardedOperations.InFlight;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.Schema;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;
import org.apache.iceberg.jdbc.UncheckedSQLException;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A commit that changes a property only, since that carries no snapshot to recognise it by. */
class GuardedOperationsTest {
  private static final TableIdentifier ID = TableIdentifier.of("default", "t");
  private static final RuntimeException LINK =
      new UncheckedSQLException(new SQLException("link lost"), "broken");
  private static final RuntimeException BUSY =
      new UncheckedSQLException(new SQLException("[SQLITE_BUSY] locked", null, 5), "busy");
  private static final RuntimeException DISK =
      new UncheckedIOException(new IOException("no space"));

  @TempDir Path warehouse;
  private CatalogTables tables;

  @BeforeEach
  void open() {
    tables = LocalWarehouse.open(warehouse);
    tables.createTable(ID, new Schema(Types.NestedField.optional(1, "id", Types.LongType.get())));
  }

  @AfterEach
  void close() {
    tables.close();
  }

  @Test
  void aCommitThatLandedIsASuccessWhateverTheCatalogThrows() {
    for (RuntimeException thrown :
        new RuntimeException[] {
          LINK, BUSY, new CommitFailedException("lost"), new CommitStateUnknownException(LINK)
        }) {
      for (InFlight inFlight : InFlight.values()) {
        FailingOperations failing = failing();
        failing.after = thrown;
        assertThatCode(() -> set(failing, inFlight)).as("%s", thrown).doesNotThrowAnyException();
      }
    }
  }

  @Test
  void aCommitThatLandedIsFoundBelowThoseOfOthers() {
    FailingOperations failing = failing();
    failing.after = new CommitFailedException("lost");
    failing.meanwhile =
        () -> {
          tables.load(ID).updateProperties().set("other", "1").commit();
          tables.load(ID).updateProperties().set("mine", "changed").commit();
        };

    set(failing, InFlight.POSSIBLE);

    assertThat(tables.pinned(ID).properties()).containsEntry("other", "1");
  }

  @Test
  void aLostRaceIsALostRace() {
    FailingOperations failing = failing();
    failing.before = new CommitFailedException("lost");
    failing.meanwhile = () -> tables.load(ID).updateProperties().set("other", "1").commit();
    assertThatThrownBy(() -> set(failing, InFlight.POSSIBLE))
        .isInstanceOf(CommitFailedException.class);
    assertThat(tables.pinned(ID).properties()).doesNotContainKey("mine");
  }

  @Test
  void aBrokenLinkIsInDoubtUnlessTheDatabaseIsInThisProcess() {
    FailingOperations failing = failing();
    failing.before = LINK;
    assertThatThrownBy(() -> set(failing, InFlight.POSSIBLE))
        .isInstanceOf(CommitStateUnknownException.class);
    assertThatThrownBy(() -> set(failing, InFlight.NEVER))
        .isInstanceOf(CommitRejectedException.class);
  }

  @Test
  void aLockedDatabaseIsALostRace() {
    FailingOperations failing = failing();
    failing.before = BUSY;
    for (InFlight inFlight : InFlight.values()) {
      assertThatThrownBy(() -> set(failing, inFlight)).isInstanceOf(CommitFailedException.class);
    }
  }

  @Test
  void aMetadataFileThatCannotBeWrittenIsNoCommit() {
    FailingOperations failing = failing();
    failing.before = DISK;
    for (InFlight inFlight : InFlight.values()) {
      assertThatThrownBy(() -> set(failing, inFlight)).isInstanceOf(CommitRejectedException.class);
    }
  }

  @Test
  void withoutAnAnswerTheOutcomeIsUnknown() {
    FailingOperations failing = failing();
    failing.after = LINK;
    failing.refresh = LINK;
    for (InFlight inFlight : InFlight.values()) {
      assertThatThrownBy(() -> set(failing, inFlight))
          .isInstanceOf(CommitStateUnknownException.class);
      failing.refresh = null;
      failing.refresh();
      failing.refresh = LINK;
    }
  }

  private static void set(TableOperations operations, InFlight inFlight) {
    TableMetadata base = operations.current();
    TableMetadata changed = base.replaceProperties(Map.of("mine", "" + System.nanoTime()));
    new GuardedOperations(operations, inFlight).commit(base, changed);
  }

  private FailingOperations failing() {
    return new FailingOperations(((BaseTable) tables.load(ID)).operations());
  }

  /** Real operations that throw before or after the commit. */
  private static final class FailingOperations implements TableOperations {
    private final TableOperations real;
    private @Nullable RuntimeException before;
    private @Nullable RuntimeException after;
    private @Nullable RuntimeException refresh;
    private @Nullable Runnable meanwhile;

    FailingOperations(TableOperations real) {
      this.real = real;
    }

    @Override
    public void commit(TableMetadata base, TableMetadata metadata) {
      if (before == null) {
        real.commit(base, metadata);
      }
      if (meanwhile != null) {
        meanwhile.run();
      }
      if (before != null) {
        throw before;
      }
      if (after != null) {
        throw after;
      }
    }

    @Override
    public TableMetadata refresh() {
      if (refresh != null) {
        throw refresh;
      }
      return real.refresh();
    }

    @Override
    public TableMetadata current() {
      return real.current();
    }

    @Override
    public FileIO io() {
      return real.io();
    }

    @Override
    public String metadataFileLocation(String fileName) {
      return real.metadataFileLocation(fileName);
    }

    @Override
    public LocationProvider locationProvider() {
      return real.locationProvider();
    }
  }
}
