package io.icerunner.mirror;

import io.icerunner.internal.discovery.EngineChoice;
import io.icerunner.internal.mirror.MirrorSettings;
import io.icerunner.spi.TypeMapper;
import java.util.List;

/** What a builder was told, checked and copied. */
record MirrorConfig(
    FlightAccess source,
    TargetChoice target,
    EngineChoice engine,
    List<TypeMapper> typeMappers,
    int parallelEndpoints,
    MirrorSettings settings,
    MirrorListener listener) {}
