/** What a configuration's policy chooses, as tables and as JSON. */
package io.narrows.cli.policy;
