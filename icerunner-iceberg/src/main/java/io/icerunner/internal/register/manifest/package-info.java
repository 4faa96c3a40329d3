/** Manifests as tables of text: Parquet, CSV or JSON. */
@NullMarked
package io.icerunner.internal.register.manifest;

import org.jspecify.annotations.NullMarked;
