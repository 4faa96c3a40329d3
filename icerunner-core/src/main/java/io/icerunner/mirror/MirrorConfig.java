package io.icerunner.mirror;

import io.icerunner.internal.discovery.EngineChoice;
import io.icerunner.internal.mirror.MirrorSettings;

/** What a builder was told, checked and copied. */
record MirrorConfig(
    FlightAccess source,
    TargetChoice target,
    EngineChoice engine,
    int parallelEndpoints,
    MirrorSettings settings,
    MirrorListener listener) {}
