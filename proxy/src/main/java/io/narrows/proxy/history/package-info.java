/** What the sidecar has carried and saved over time, for the charts of its page. */
package io.narrows.proxy.history;
