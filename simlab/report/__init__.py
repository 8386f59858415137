"""HTML reports from the tables of a run or study: pages, sections, figures, sentences."""
