"""How well the rules do on labelled pairs: recall by kind of fault, precision by rule, alarms on faithful summaries."""
