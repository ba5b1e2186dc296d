/** The traffic and savings of the sidecar over time, for the charts of its page. */
package io.narrows.proxy.history;
