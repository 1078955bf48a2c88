"""DuckDB for Python in an agent's sandbox, where PyPI cannot be reached.

A small part of the usual module, over DuckDB's C library:

    import duckdb
    con = duckdb.connect("database.duckdb")
    con.execute("SELECT stay_id FROM icustays WHERE los > ?", [3]).fetchall()
    con.sql("SELECT * FROM icustays").df()
    con.register("mine", data_frame)          # as a temporary table

Connections: execute, sql, query, fetchone, fetchmany, fetchall, df, fetchdf,
fetchnumpy, description, register, unregister, begin, commit, rollback, cursor,
close. A database file that cannot be written is opened read-only. Data frames
are not found by the name of their variable: register them.
"""

import ctypes
import datetime
import os
import tempfile
import threading

from ._library import (BinderException, CatalogException, ConversionException, DatabaseError, Error, IOException,
                       InvalidInputException, OperationalError, OutOfMemoryException, ParserException,
                       ProgrammingError, _Hugeint, _lib, _Result)
from ._values import _epoch, _Rows

apilevel, paramstyle, threadsafety = "2.0", "qmark", 1
__version__ = _lib.library_version().decode().lstrip("v")


class _Database:
    """One opened database, shared by its cursors."""

    def __init__(self, path, read_only, config):
        self.pointer = ctypes.c_void_p()
        options = {"access_mode": "READ_ONLY"} if read_only else {}
        for variable, option in (("M4BENCH_SQL_MEMORY", "memory_limit"), ("M4BENCH_SQL_THREADS", "threads")):
            if os.environ.get(variable):
                options[option] = os.environ[variable]
        options.update({name: str(value) for name, value in (config or {}).items()})
        settings, message = ctypes.c_void_p(), ctypes.c_void_p()
        _lib.create_config(ctypes.byref(settings))
        try:
            for name, value in options.items():
                if _lib.set_config(settings, name.encode(), value.encode()):
                    raise Error("no setting %s = %s" % (name, value))
            if _lib.open_ext(path.encode(), ctypes.byref(self.pointer), settings, ctypes.byref(message)):
                raise Error(_lib.text(message.value))
        finally:
            _lib.destroy_config(ctypes.byref(settings))

    def __del__(self):
        if self.pointer:
            _lib.close(ctypes.byref(self.pointer))


class _Fetching:
    """What can be done with a result."""

    _rows = None

    def _finished(self):
        if self._rows is None:
            raise Error("there is no result to fetch")
        return self._rows

    def fetchone(self):
        rows = self._finished().fetch(1)
        return rows[0] if rows else None

    def fetchmany(self, size=1):
        return self._finished().fetch(size)

    def fetchall(self):
        return self._finished().fetch(None)

    def fetchnumpy(self):
        rows = self._finished()
        return dict(zip(rows.names, rows.arrays()))

    def df(self):
        import pandas
        rows = self._finished()
        arrays = rows.arrays()
        if pandas.__version__.startswith("1."):  # knows nanoseconds alone
            arrays = [a.astype(a.dtype.str[1:3] + "[ns]") if a.dtype.kind in "mM" else a for a in arrays]
        frame = pandas.DataFrame(dict(enumerate(arrays)))
        frame.columns = rows.names
        return frame

    fetchdf = fetch_df = to_df = df

    def show(self, max_rows=40):
        print(self.df().to_string(max_rows=max_rows))

    @property
    def description(self):
        if self._rows is None:
            return None
        return [(n, t.name, None, None, None, None, None) for n, t in zip(self._rows.names, self._rows.types)]

    @property
    def columns(self):
        return [d[0] for d in self.description or []]

    def __iter__(self):
        return iter(self.fetchone, None)


class DuckDBPyRelation(_Fetching):
    """The result of sql(), which later queries of its connection do not end."""

    def __init__(self, rows):
        self._rows = rows

    def __repr__(self):
        return repr(self.df())


class DuckDBPyConnection(_Fetching):
    def __init__(self, database):
        self._database, self._pointer = database, ctypes.c_void_p()
        self._lock = threading.RLock()
        if _lib.connect(database.pointer, ctypes.byref(self._pointer)):
            raise Error("no connection to the database")

    def execute(self, query, parameters=None):
        if not self._pointer:
            raise Error("the connection is closed")
        with self._lock:
            self._rows, statements = None, ctypes.c_void_p()
            count = _lib.extract_statements(self._pointer, query.encode(), ctypes.byref(statements))
            try:
                if count == 0:
                    message = _lib.extract_statements_error(statements)
                    if message:
                        raise Error(message.decode())
                for i in range(count):
                    self._rows = self._run(statements, i, parameters if i == count - 1 else None)
            finally:
                _lib.destroy_extracted(ctypes.byref(statements))
        return self

    def _run(self, statements, i, parameters):
        prepared, result = ctypes.c_void_p(), _Result()
        try:
            if _lib.prepare_extracted_statement(self._pointer, statements, i, ctypes.byref(prepared)):
                raise Error(_lib.prepare_error(prepared).decode())
            _bind(prepared, parameters)
            if _lib.execute_prepared(prepared, ctypes.byref(result)):
                message = _lib.result_error(ctypes.byref(result)).decode()
                _lib.destroy_result(ctypes.byref(result))
                raise Error(message)
            return _Rows(result)
        finally:
            _lib.destroy_prepare(ctypes.byref(prepared))

    def executemany(self, query, many):
        for parameters in many:
            self.execute(query, parameters)
        return self

    def sql(self, query, params=None):
        return DuckDBPyRelation(self.execute(query, params)._rows)

    query = sql

    def register(self, name, frame):
        """Copies a data frame into a temporary table."""
        table = '"' + name.replace('"', '""') + '"'
        columns = ", ".join("'%s': '%s'" % (str(c).replace("'", "''"), _sql_type(frame[c].dtype)) for c in frame.columns)
        with tempfile.NamedTemporaryFile("w", suffix=".csv") as file:
            frame.to_csv(file, index=False, date_format="%Y-%m-%d %H:%M:%S.%f")
            file.flush()
            self.execute("CREATE OR REPLACE TEMP TABLE %s AS FROM read_csv('%s', header=true, columns={%s})"
                         % (table, file.name, columns))
        return self

    def unregister(self, name):
        return self.execute('DROP TABLE IF EXISTS temp."%s"' % name.replace('"', '""'))

    def begin(self):
        return self.execute("BEGIN")

    def commit(self):
        return self.execute("COMMIT")

    def rollback(self):
        return self.execute("ROLLBACK")

    def cursor(self):
        return DuckDBPyConnection(self._database)

    def close(self):
        self._rows = None
        if self._pointer:
            _lib.disconnect(ctypes.byref(self._pointer))
        self._database = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __del__(self):
        if self._pointer:
            self.close()


def _sql_type(dtype):
    kinds = {"i": "BIGINT", "u": "UBIGINT", "f": "DOUBLE", "b": "BOOLEAN", "M": "TIMESTAMP"}
    return kinds.get(getattr(dtype, "kind", "O"), "VARCHAR")


def _bind(prepared, parameters):
    if isinstance(parameters, dict):
        for name, value in parameters.items():
            index = ctypes.c_uint64()
            if _lib.bind_parameter_index(prepared, ctypes.byref(index), name.encode()):
                raise Error("the query has no parameter $%s" % name)
            _bind_one(prepared, index.value, value)
    else:
        for i, value in enumerate(parameters or []):
            _bind_one(prepared, i + 1, value)


def _bind_one(prepared, index, value):
    value = value.item() if type(value).__module__ == "numpy" and hasattr(value, "item") else value
    if value is None:
        failed = _lib.bind_null(prepared, index)
    elif isinstance(value, bool):
        failed = _lib.bind_boolean(prepared, index, value)
    elif isinstance(value, int) and -(1 << 63) <= value < 1 << 63:
        failed = _lib.bind_int64(prepared, index, value)
    elif isinstance(value, int):
        failed = _lib.bind_hugeint(prepared, index, _Hugeint(value & ((1 << 64) - 1), value >> 64))
    elif isinstance(value, float):
        failed = _lib.bind_double(prepared, index, value)
    elif isinstance(value, bytes):
        failed = _lib.bind_blob(prepared, index, value, len(value))
    elif isinstance(value, datetime.datetime):
        zoned = value.astimezone(datetime.timezone.utc).replace(tzinfo=None) if value.tzinfo else value
        failed = _lib.bind_timestamp(prepared, index, (zoned - _epoch) // datetime.timedelta(microseconds=1))
    elif isinstance(value, datetime.date):
        failed = _lib.bind_date(prepared, index, (value - datetime.date(1970, 1, 1)).days)
    else:
        text = str(value).encode()
        failed = _lib.bind_varchar_length(prepared, index, text, len(text))
    if failed:
        raise Error("parameter %d cannot be used: the query has none of that number, or not of that type" % index)


def connect(database=":memory:", read_only=False, config=None):
    path = os.fspath(database)
    if path != ":memory:" and os.path.exists(path) and not os.access(path, os.W_OK):
        read_only = True
    return DuckDBPyConnection(_Database(path, read_only, config))


_default = None


def default_connection():
    global _default
    if _default is None:
        _default = connect()
    return _default


def execute(query, parameters=None):
    return default_connection().execute(query, parameters)


def sql(query, params=None):
    return default_connection().sql(query, params)


query = sql
