/** A view of YAML that knows where everything stands and collects what is wrong instead of stopping at it. */
package io.narrows.config.yaml;
