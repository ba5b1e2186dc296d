/** The databases that {@code generate} knows: their ports, their own settings, and the policy that suits their traffic. */
package io.narrows.cli.generate.database;
