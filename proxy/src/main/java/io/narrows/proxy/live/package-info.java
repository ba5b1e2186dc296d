/** The configuration in force, as every part of the sidecar sees it. */
package io.narrows.proxy.live;
