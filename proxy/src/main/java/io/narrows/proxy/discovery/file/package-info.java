/** Peers found in files that change while the sidecar runs. */
@NullMarked
package io.narrows.proxy.discovery.file;

import org.jspecify.annotations.NullMarked;
