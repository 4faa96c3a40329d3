package io.icerunner.internal.mirror;

import io.icerunner.internal.replica.CatalogReplicaTarget;
import io.icerunner.internal.replica.ReplicaTarget;
import io.icerunner.internal.types.TypeMappers;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Tables of a catalog that is open here. */
class CatalogReplicaTargetIT extends CopyTargetContract {
  private final ExecutorService executor = Executors.newFixedThreadPool(2);

  @Override
  ReplicaTarget openTarget() {
    return new CatalogReplicaTarget(tables, TypeMappers.of(List.of()), executor);
  }

  @Override
  void closeTarget() {
    executor.shutdownNow();
  }
}
