/** The active configuration, as shared by all parts of the sidecar. */
package io.narrows.proxy.live;
