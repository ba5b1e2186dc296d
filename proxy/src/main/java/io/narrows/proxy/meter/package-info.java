/**
 * What is counted, what it costs, and how Prometheus sees both. Event loops add to cells without locks; money is computed
 * when somebody looks. docs/metrics.md lists the metrics.
 */
package io.narrows.proxy.meter;
