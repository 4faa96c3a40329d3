package io.icerunner.testkit;

/**
 * What every query engine does. Implement {@link #provider()} in a test class:
 *
 * <pre>{@code
 * class MyEngineContractIT implements QueryEngineContract {
 *   public QueryEngineProvider provider() {
 *     return new MyEngineProvider();
 *   }
 * }
 * }</pre>
 *
 * <p>The engine is handed two tables in Parquet files: {@code numbers}, of 1,000 rows, and {@code
 * types}, of two rows with a column of every type. A capability that the engine does not claim is
 * expected to be refused.
 */
public interface QueryEngineContract
    extends QueryStatementContract,
        QueryParameterContract,
        QueryStreamContract,
        TableScanContract {}
