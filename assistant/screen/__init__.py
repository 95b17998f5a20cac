"""The screen at the table: what it shows is worked out from plain values, the widgets only draw it."""
