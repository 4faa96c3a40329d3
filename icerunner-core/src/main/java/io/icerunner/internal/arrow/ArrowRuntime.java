package io.icerunner.internal.arrow;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;

/** What Arrow needs of the JVM. Arrow reads its system properties when its classes are loaded. */
public final class ArrowRuntime {
  /** The flag without which Arrow cannot send or receive. */
  public static final String FLAG = "--add-opens=java.base/java.nio=ALL-UNNAMED";

  private static final String ALLOCATION_MANAGER = "arrow.allocation.manager.type";
  private static final String ALLOCATION_MANAGER_VARIABLE = "ARROW_ALLOCATION_MANAGER_TYPE";
  private static final String UNSAFE_ACCESS = "arrow.enable_unsafe_memory_access";
  private static final String UNSAFE_ACCESS_VARIABLE = "ARROW_ENABLE_UNSAFE_MEMORY_ACCESS";
  private static final String OLD_UNSAFE_ACCESS = "drill.enable_unsafe_memory_access";

  private ArrowRuntime() {}

  /**
   * Chooses the allocation manager that works on every supported JVM, unless the host chose one:
   * the one on Netty fails on JDK 25, and Arrow would take it if it is on the class path. Has no
   * effect once Arrow has allocated.
   *
   * <p>The choice is not left behind in the system properties: the JDBC driver for Flight SQL reads
   * the same property for its own copy of Arrow, which has no other manager than the one on Netty.
   */
  public static synchronized void chooseAllocationManager() {
    if (System.getProperty(ALLOCATION_MANAGER) != null
        || System.getenv(ALLOCATION_MANAGER_VARIABLE) != null
        || !isOpenToArrow(arrowModule())) {
      return;
    }
    System.setProperty(ALLOCATION_MANAGER, "Unsafe");
    try {
      Class.forName(
          "org.apache.arrow.memory.RootAllocator", true, ArrowRuntime.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw IceRunnerException.internal("Cannot start: Arrow is not on the class path", e);
    } finally {
      System.clearProperty(ALLOCATION_MANAGER);
    }
  }

  private static boolean isOpenToArrow(Module arrow) {
    return Object.class.getModule().isOpen("java.nio", arrow);
  }

  /**
   * Checks the running JVM.
   *
   * @throws IceRunnerException UNSUPPORTED with the flag to add or to drop
   */
  public static void check() {
    Module arrow = arrowModule();
    if (!isOpenToArrow(arrow)) {
      throw new IceRunnerException(
          ErrorCode.UNSUPPORTED,
          "Cannot start: Arrow needs access to java.nio; start the JVM with %s"
              .formatted(
                  arrow.isNamed()
                      ? "--add-opens=java.base/java.nio=" + arrow.getName() + ",ALL-UNNAMED"
                      : FLAG));
    }
    if (boundsCheckingIsOff()) {
      throw new IceRunnerException(
          ErrorCode.UNSUPPORTED,
          "Cannot start: with -D%s=true (or %s=true) a malformed message from a client can crash the JVM; remove that setting"
              .formatted(UNSAFE_ACCESS, UNSAFE_ACCESS_VARIABLE));
    }
  }

  /** As Arrow decides it: the new property, else the old one, else the variable. */
  private static boolean boundsCheckingIsOff() {
    String value = System.getProperty(UNSAFE_ACCESS);
    if (value == null) {
      value = System.getProperty(OLD_UNSAFE_ACCESS);
    }
    if (value == null) {
      value = System.getenv(UNSAFE_ACCESS_VARIABLE);
    }
    return "true".equals(value);
  }

  private static Module arrowModule() {
    try {
      return Class.forName(
              "org.apache.arrow.memory.BufferAllocator", false, ArrowRuntime.class.getClassLoader())
          .getModule();
    } catch (ClassNotFoundException e) {
      throw IceRunnerException.internal("Cannot start: Arrow is not on the class path", e);
    }
  }
}
