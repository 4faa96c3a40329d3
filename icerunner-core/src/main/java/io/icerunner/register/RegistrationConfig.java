package io.icerunner.register;

import io.icerunner.internal.discovery.CatalogChoice;
import io.icerunner.internal.discovery.EngineChoice;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Type;
import org.jspecify.annotations.Nullable;

/** What a builder was told, checked and copied. */
record RegistrationConfig(
    CatalogChoice catalog,
    EngineChoice engine,
    String source,
    Completeness completeness,
    List<String> keyColumns,
    String rowsColumn,
    @Nullable String filesColumn,
    TableIdentifier table,
    Map<String, String> sourceProperties,
    @Nullable List<String> partition,
    Map<String, Type> types,
    SchemaPolicy schemaPolicy,
    @Nullable Schema declared,
    OnChange onChange,
    OnVanish onVanish,
    OnSpan onSpan,
    OnConflict onConflict,
    boolean recheck,
    int batchFiles,
    int keepSnapshots,
    Duration patience,
    int openReads,
    boolean dryRun,
    boolean explain,
    Map<String, String> tableProperties,
    RegistrationListener listener) {}
