/** The traffic and savings of the sidecar over time, for the charts of its page. */
@NullMarked
package io.narrows.proxy.history;

import org.jspecify.annotations.NullMarked;
