/** The active configuration, as shared by all parts of the sidecar. */
@NullMarked
package io.narrows.proxy.live;

import org.jspecify.annotations.NullMarked;
