package io.icerunner.cli;

import picocli.CommandLine.IVersionProvider;

/** The version as the jar's manifest has it. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String version = IceRunnerMain.class.getPackage().getImplementationVersion();
    return new String[] {"icerunner " + (version == null ? "(unpackaged)" : version)};
  }
}
